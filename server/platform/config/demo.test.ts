import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const REAL = {
  PUBLIC_URL: 'https://www.charity.example',
  PRODUCTION_HOST: 'www.charity.example',
  HOST: '0.0.0.0',
  DATABASE_URL: 'postgresql://db.example.com/charity',
  SMTP_URL: 'smtps://mail.example.com',
}

test.each<[Record<string, string>]>([
  [{}],
  [{ NODE_ENV: 'test' }],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
  [{ HOST: '127.0.0.2', PUBLIC_URL: 'http://chaps.localhost:3000' }],
  [{ DEMO: '1', HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.7:3000' }],
])('the demo starts with %j', (source) => {
  expect(readEnv(source)).toMatchObject({ demo: true, production: false })
})

test.each<[Record<string, string>, string]>([
  [REAL, 'NODE_ENV must be production'],
  [{ ...REAL, NODE_ENV: 'development' }, 'NODE_ENV must be production'],
  [{ ...REAL, DEMO: '1' }, 'NODE_ENV must be production'],
  [{ PUBLIC_URL: 'https://localhost' }, 'NODE_ENV must be production'],
  [{ HOST: '0.0.0.0' }, 'HOST names more than this machine: set NODE_ENV=production'],
  [{ HOST: '::' }, 'HOST names more than this machine'],
  [{ HOST: '10.0.0.4', DEMO: '0' }, 'HOST names more than this machine'],
  [{ HOST: 'localhost.charity.example' }, 'HOST names more than this machine'],
  [{ PUBLIC_URL: 'http://www.charity.example' }, 'PUBLIC_URL names more than this machine'],
  [{ PUBLIC_URL: 'http://127.0.0.1.charity.example' }, 'PUBLIC_URL names more than this machine'],
  [{ NODE_ENV: 'production', DEMO: '1' }, 'DEMO must be off in production'],
])('%j is refused: %s', (source, sentence) => {
  expect(() => readEnv(source)).toThrow(`  ${sentence}`)
})

test('DEMO=0 leaves the sample data out, and DEMO=1 is warned of', () => {
  expect(readEnv({ DEMO: '0' })).toMatchObject({ demo: false, warnings: [] })
  const shown = readEnv({ DEMO: '1', HOST: '0.0.0.0' })
  expect(shown.warnings).toEqual([expect.stringContaining('the published passwords of the demo')])
})

import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../server/demo/demo-members.ts'
import { makeFieldKeys } from '../server/platform/keys/field-keys.ts'
import { reservePorts } from '../test/reserve-ports.ts'
import { runSite, type Start, serversOf, startSite, stopSite } from '../test/storms/test-site.ts'
import { until } from '../test/until.ts'

// Runs `npm start` with data of its own. It needs a build.
let port: number
let dataDir: string
let begun: Start[] = []
beforeAll(async () => {
  port = await reservePorts()
  dataDir = await mkdtemp(join(tmpdir(), 'start-'))
})
afterEach(async () => {
  for (const start of begun) await stopSite(start)
  begun = []
})
afterAll(() => rm(dataDir, { recursive: true }))

describe('a start', () => {
  test('on an empty folder prints how to try the site', async () => {
    const { output } = await started()
    expect(output()).toMatch(/TEST MODE/)
    for (const words of [
      `http://localhost:${port}`,
      '/dev/mailbox',
      'member@example.org',
      DEMO_PASSWORD,
    ])
      expect(output()).toContain(words)
    expect(await statusOf('/readyz')).toBe(200)
    const { events } = await (await fetch(`http://localhost:${port}/api/events`)).json()
    expect(events.length).toBeGreaterThan(20)
  })

  test('the second time keeps the data', async () => {
    const before = await readFile(join(dataDir, 'keys', 'field-keys.json'), 'utf8')
    await started()
    expect(await readFile(join(dataDir, 'keys', 'field-keys.json'), 'utf8')).toBe(before)
  })

  test('by npm ends whole when npm is stopped', async () => {
    const { process: npm } = await startSite(settings({}), ['npm', 'start'])
    expect(await statusOf('/readyz')).toBe(200)
    npm.kill('SIGTERM')
    await until(() => expect(statusOf('/healthz')).rejects.toThrow())
    await until(() => expect(readFile(postgresLock())).rejects.toThrow('ENOENT'))
  })
})

describe('while it runs', () => {
  let running: Start
  beforeAll(async () => {
    running = await startSite(settings({ WORKERS: '2', METRICS_PORT: `${port + 10}` }))
  })
  afterAll(() => stopSite(running))

  test('a killed server process is replaced, and the others keep serving', async () => {
    const { process: primary, output } = running
    const [killed] = serversOf(primary)
    process.kill(killed ?? 0, 'SIGKILL')
    await until(() => expect(output()).toContain('ended by SIGKILL. Starting another.'))
    expect(await statusOf('/healthz')).toBe(200)
    await until(() => expect(serversOf(primary)).toHaveLength(2))
    expect(serversOf(primary)).not.toContain(killed)
  })

  test('its metrics are of all processes, and a killed one takes nothing from the sums', async () => {
    const { process: primary } = running
    const asked = 'http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"}'
    await until(async () =>
      expect(await metric('chaps_server_processes{state="answering"}')).toBe(2),
    )
    const before = await metric(asked)
    for (let n = 0; n < 40; n++) await statusOf('/healthz')
    const after = await metric(asked)
    expect(after).toBe(before + 40)
    const [killed] = serversOf(primary)
    process.kill(killed ?? 0, 'SIGKILL')
    await until(async () => expect(await metric('chaps_server_process_exits_total')).toBe(2))
    await until(async () =>
      expect(await metric('chaps_server_processes{state="answering"}')).toBe(2),
    )
    expect(await metric(asked)).toBe(after)
    expect(await metric('chaps_database_up')).toBe(1)
  })

  test('a killed database comes back and the site with it', async () => {
    process.kill(Number((await readFile(postgresLock(), 'utf8')).split('\n')[0]), 'SIGKILL')
    await until(() => expect(running.output()).toContain('PostgreSQL runs again.'))
    await until(async () => expect(await statusOf('/readyz')).toBe(200))
  })

  test('SIGTERM lets a running request end, then stops the servers and the database', async () => {
    const { process: primary, output } = running
    const headers = {
      expect: '100-continue',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    }
    const slow = request(`http://127.0.0.1:${port}/api/logs/error`, { method: 'POST', headers })
    slow.flushHeaders()
    await once(slow, 'continue')
    primary.kill('SIGTERM')
    await until(() => expect(output()).toContain('Stopping ...'))
    await until(() => expect(statusOf('/healthz')).rejects.toThrow())
    slow.end('{}')
    const [answer] = await once(slow, 'response')
    expect(answer.statusCode).toBeLessThan(500)
    answer.resume()
    const [code] = await once(primary, 'exit')
    expect(code).toBe(0)
    await expect(statusOf('/healthz')).rejects.toThrow()
    await expect(readFile(postgresLock())).rejects.toThrow('ENOENT')
  })
})

describe('in production', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://www.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'office@example.com',
    OFFICE_EMAIL: 'office@example.com',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_WEBHOOK_ID: 'hook',
    PAYPAL_SECRET: 'a-long-secret-of-the-card-payment-provider-0123456789',
    DONATE_URL: 'https://example.com/a',
    SUPPORTER_URL: 'https://example.com/b',
    NEWS_EXTERNAL_URL: 'https://example.com/c',
    AUTH_CONFIRM_EMAIL: 'off',
  }

  test('risky settings cause warnings at the start, and an unknown proxy when it shows', async () => {
    const start = runSite(settings(PRODUCTION))
    begun.push(start)
    await until(() => expect(start.output()).toContain('Serving https://'))
    for (const key of ['TRUSTED_PROXY', 'AUTH_CONFIRM_EMAIL', 'SMTP_URL'])
      expect(start.output()).toMatch(new RegExp(`^WARNING: ${key} `, 'm'))
    const ask = async (headers: Record<string, string> = {}) =>
      await (await fetch(`http://127.0.0.1:${port}/readyz`, { headers })).json()
    expect(await ask()).not.toHaveProperty('warnings')
    for (let n = 0; n < 3; n++) await ask({ 'x-forwarded-for': '198.51.100.7' })
    expect((await ask()).warnings).toHaveLength(1)
    expect(start.output().match(/Forwarded headers arrive/g)).toHaveLength(1)
  })
})

describe('a refused start', () => {
  test('names the port in use, and what to do', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const { code, output } = await failed({})
    other.close()
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is in use.`)
  })

  test('names a database that does not answer', async () => {
    const { code, output } = await failed({ DATABASE_URL: 'postgresql://a:b@localhost:1/c' })
    expect(code).toBe(1)
    expect(output).toContain('The database of DATABASE_URL does not answer: ')
    expect(output).not.toContain('undefined')
  })

  test('names field keys of another database in one sentence', async () => {
    const { code, output } = await failed({ FIELD_KEYS: makeFieldKeys() })
    expect(code).toBe(1)
    expect(output).toContain('FIELD_KEYS has other bytes for the key "1" than this database')
    expect(output).not.toContain('    at ')
  })

  test('names every bad setting', async () => {
    const { code, output } = await failed({ PORT: 'x', WORKERS: 'many', NODE_ENV: 'production' })
    expect(code).toBe(1)
    for (const key of ['PORT', 'WORKERS']) expect(output).toMatch(new RegExp(`^ {2}${key} `, 'm'))
  })
})

function settings(environment: Record<string, string>): Record<string, string> {
  return { PORT: `${port}`, DATA_DIR: dataDir, ...environment }
}

function postgresLock(): string {
  return join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
}

async function started(environment: Record<string, string> = {}): Promise<Start> {
  const start = await startSite(settings(environment))
  begun.push(start)
  return start
}

async function failed(environment: Record<string, string>) {
  const start = runSite(settings(environment))
  const [code] = await once(start.process, 'close')
  return { code, output: start.output() }
}

/** 0 when there is no such line. */
async function metric(line: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port + 10}/metrics`)).text()
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1) ?? 0)
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(`http://localhost:${port}${path}`)).status
}

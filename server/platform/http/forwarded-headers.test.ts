import { afterEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import type { Settings } from '../../deps.ts'

const SENTENCE = 'Forwarded headers arrive, but TRUSTED_PROXY is not set'
let site: TestApp
afterEach(() => site.close())

async function warningsAfter(settings: Partial<Settings>, headers: Record<string, string>) {
  site = await openTestApp({ settings })
  const ask = async (more: Record<string, string> = {}) =>
    (await site.app.inject({ url: '/readyz', headers: more })).json().warnings
  expect(await ask()).toBeUndefined()
  for (let n = 0; n < 3; n++) await ask(headers)
  return await ask()
}

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  'an unconfigured proxy that sends %s gives one warning',
  async (name) => {
    const warnings = await warningsAfter({ production: true }, { [name]: '198.51.100.7' })
    expect(warnings).toEqual([expect.stringContaining(SENTENCE)])
  },
)

test('a configured one causes no warning, nor does one in development', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const told = { production: true, trustedProxy: '127.0.0.1' }
  expect(await warningsAfter(told, headers)).toBeUndefined()
  await site.close()
  expect(await warningsAfter({ production: false }, headers)).toBeUndefined()
})

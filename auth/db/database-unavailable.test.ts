import { describe, expect, test } from 'vitest'
import { isDatabaseUnavailable } from './database-unavailable.ts'

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error(code), { code, ...more })

describe('the database is unavailable', () => {
  test.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
    '08006',
    '25006',
    '25P03',
    '53300',
    '53400',
    '57P01',
    '57P05',
  ])('on %s, also as the cause of another error', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true)
    expect(isDatabaseUnavailable(new Error('failed', { cause: withCode(code) }))).toBe(true)
  })

  test('when PgBouncer has no server, but not when a statement breaks the protocol', () => {
    expect(isDatabaseUnavailable(withCode('08P01'))).toBe(true)
    const ours = withCode('08P01', { routine: 'exec_bind_message' })
    expect(isDatabaseUnavailable(ours)).toBe(false)
  })

  test.each(['23505', '42601', '22P02', 'ENOENT'])('not on %s', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false)
  })
})

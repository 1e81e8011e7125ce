import { expect, test } from 'vitest'
import type { RequestOptions, TestAuth } from './test-service.ts'

export type Asked = [method: string, path: string, options?: RequestOptions]
/** A refusal of auth-protocol Part 2 as 'status code message', and a call that gets it. */
export type Row = [why: string, says: string, ask: () => Asked | Promise<Asked>]

/** Tests the exact refusal of each call; the first one, which is repeatable, in both formats. */
export function refusals(service: () => TestAuth, rows: Row[]): void {
  test.each(rows)('%s: %s', async (_why, says, ask) => {
    const [method, path, options] = await ask()
    const { status, headers, body } = await service().ask(method, path, options)
    expect(`${status} ${body.code} ${body.message}`).toBe(says)
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(headers.get('x-sb-error-code')).toBe(body.code)
  })

  test('in the older form without the version’s header', async () => {
    for (const [, says, ask] of rows.slice(0, 1)) {
      const [method, path, options] = await ask()
      const headers = { ...options?.headers, 'x-supabase-api-version': '' }
      const { status, body, ...answer } = await service().ask(method, path, { ...options, headers })
      expect(Object.keys(body)).toEqual(['code', 'error_code', 'msg'])
      expect(`${body.code} ${body.error_code} ${body.msg}`).toBe(says)
      expect(body.code).toBe(status)
      expect(answer.headers.get('x-supabase-api-version')).toBeNull()
    }
  })
}

export const post = (path: string, body: unknown, more: RequestOptions = {}): Asked => [
  'POST',
  path,
  { body, ...more },
]

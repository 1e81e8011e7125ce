import { describe, expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import { codeProblem } from './access-code-text.ts'

const refused = (status: number, code: string, retryAfter: number | null = null) =>
  new ApiError(status, { error: 'x', code }, { retryAfter })

describe('a refused access code', () => {
  it('because it is wrong, or longer than any code, is called invalid beside the field', () => {
    for (const error of [refused(403, 'wrong_access_code'), refused(400, 'invalid_request')]) {
      expect(codeProblem(error)).toEqual({ about: 'code', text: 'Invalid Access code' })
    }
  })

  it('after too many attempts, with the time of the next one if the server sends it', () => {
    const words = 'Too many requests. Please wait a little and try again.'
    expect(codeProblem(refused(429, 'too_many_requests'))).toEqual({ about: 'dialog', text: words })
    expect(
      [20, 60, 61, 840].map((s) => codeProblem(refused(429, 'too_many_requests', s)).text),
    ).toEqual([
      `${words} You can try again in less than a minute.`,
      `${words} You can try again in 1 minute.`,
      `${words} You can try again in 2 minutes.`,
      `${words} You can try again in 14 minutes.`,
    ])
  })

  it('because nobody could be asked is not called wrong', () => {
    for (const error of [new TypeError('Failed to fetch'), refused(502, 'unexpected')]) {
      expect(codeProblem(error).about).toBe('dialog')
      expect(codeProblem(error).text).not.toContain('Invalid')
    }
  })
})

import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { refusalText } from './refusal-text.ts'

describe('a refusal says beside its sentence', () => {
  test.each([
    [{ times: ['10:00', '10:20', '11:00'] }, 'Taken at 10:00, 10:20 and 11:00.'],
    [{ times: ['10:00'] }, 'Taken at 10:00.'],
    [{ uses: ['booked', 'invoiced'] }, 'A member has booked. Its host has an invoice.'],
    [
      { places: 7, appointments: 9, end_at_least: '20:40' },
      'The new times have 7 places for 9 appointments. End at 20:40 or later.',
    ],
    [
      { code: 'doubts', doubts: [{ kind: 'sunday', sentence: 'It is a Sunday.' }] },
      'It is a Sunday.',
    ],
  ])('%j', (details, said) => {
    const error = new ApiError(409, { error: 'It does not fit.', code: 'x', ...details })
    expect(refusalText(error)).toBe(`It does not fit. ${said}`)
  })

  test('nothing of what is no detail', () => {
    const error = new ApiError(409, {
      error: 'It does not fit.',
      code: 'x',
      times: [],
      places: '7',
    })
    expect(refusalText(error)).toBe('It does not fit.')
  })
})

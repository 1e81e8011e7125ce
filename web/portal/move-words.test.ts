import { expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { moveProblem } from './move-words.ts'

const refused = (code: string) => moveProblem(new ApiError(409, { code, error: 'x' }))

test('a time that is taken keeps the window open, for another', () => {
  expect(refused('slot_taken')).toBe('slot taken')
})

test('what cannot be moved any more closes it', () => {
  expect(refused('too_late_to_move')).toEqual({ closes: 'too late' })
  expect(refused('not_booked')).toEqual({ closes: 'not booked' })
  expect(refused('sign_in_required')).toEqual({ closes: 'signed out' })
})

test('any other failure says so in the window, where he can try again', () => {
  const sentence = expect.stringMatching(/^Failed to update appointment\./)
  expect(refused('busy')).toEqual({ sentence })
  expect(moveProblem(new TypeError('Failed to fetch'))).toEqual({ sentence })
})

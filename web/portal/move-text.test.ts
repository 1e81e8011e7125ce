import { expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { moveProblem } from './move-text.ts'

const refused = (code: string) => moveProblem(new ApiError(409, { code, error: 'x' }))

test('a taken time leaves the dialog open', () => {
  expect(refused('slot_taken')).toBe('slot taken')
})

test('an appointment that can no longer be moved closes the dialog', () => {
  expect(refused('too_late_to_move')).toEqual({ closes: 'too late' })
  expect(refused('not_booked')).toEqual({ closes: 'not booked' })
  expect(refused('sign_in_required')).toEqual({ closes: 'signed out' })
})

test('any other failure is shown in the dialog, for another attempt', () => {
  const sentence = expect.stringMatching(/^Failed to update appointment\./)
  expect(refused('busy')).toEqual({ sentence })
  expect(moveProblem(new TypeError('Failed to fetch'))).toEqual({ sentence })
})

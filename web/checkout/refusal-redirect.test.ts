import { expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { refusalRedirect } from './refusal-redirect.ts'

const refused = (status: number, code: string) => new ApiError(status, { error: 'no', code })

test.each([
  [409, 'slot_taken', '/book-event?event=3', 'hold'],
  [403, 'consent_required', '/book-event?event=3&step=consent', 'consent'],
  [403, 'nhs_number_required', '/check-nhs-number?event=3', 'nhs'],
  [403, 'access_code_required', '/book-event?event=3', undefined],
  [403, 'booking_closed', '/event/3', undefined],
  [409, 'duplicate', '/upcoming-events', undefined],
  [409, 'existing_booking', '/upcoming-events', undefined],
  [409, 'nothing_to_pay', '/book-event?event=3', undefined],
])('%i %s leads to %s', (status, code, to, clears) => {
  const redirect = refusalRedirect(refused(status, code), 3)
  expect(redirect).toMatchObject({ to })
  expect(redirect?.clears).toBe(clears)
  expect(redirect?.text).toMatch(/^[A-Z].*\.$/)
})

test('an error that the member can retry leads nowhere', () => {
  for (const error of [
    refused(422, 'payment_refused'),
    refused(503, 'payments_away'),
    refused(409, 'payment_under_way'),
    refused(401, 'sign_in_required'),
    new TypeError('Failed to fetch'),
  ])
    expect(refusalRedirect(error, 3)).toBeNull()
})

import { expect, it } from 'vitest'
import { exampleEvent } from '../../test/app/example-event.ts'
import { stepIn, stepsTo } from './booking-path.ts'
import { firstStepAddress } from './first-step.ts'
import { nhsStepAddress } from './steps.ts'

it('BOOK leads to the times, or to the NHS number where the laboratory needs it', () => {
  expect(firstStepAddress(exampleEvent({ event_id: 7 }))).toBe('/book-event?event=7')
  expect(firstStepAddress(exampleEvent({ event_id: 7, requires_nhs_number: true }))).toBe(
    '/check-nhs-number?event=7',
  )
})

it('the NHS number step returns to the consent step', () => {
  const { search } = new URL(nhsStepAddress(7, 'consent'), 'https://site.invalid')
  expect(stepIn(search)).toBe('consent')
  expect(stepIn(new URL(nhsStepAddress(7), 'https://site.invalid').search)).toBe('time')
})

it('the steps name the NHS number and payment only where they are needed', () => {
  expect(stepsTo({ isPaid: false })).toEqual(['Choose a time', 'Consent', 'Check', 'Confirmed'])
  expect(stepsTo({ asksNhsNumber: true, isPaid: true })).toEqual([
    'NHS number',
    'Choose a time',
    'Consent',
    'Check',
    'Pay',
    'Confirmed',
  ])
})

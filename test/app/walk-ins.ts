import { randomUUID } from 'node:crypto'
import type { DayAction } from '../../domain/office/day-schemas.ts'
import type { WalkIn } from '../../domain/office/walk-in-schemas.ts'
import { EXAMPLE_ANSWERS } from './example-consent.ts'

let count = 0

/** Somebody who may be tested; each call is another person. */
export function walkIn(more: Partial<WalkIn> = {}): WalkIn {
  count += 1
  return {
    first_name: `Walter${count}`,
    last_name: 'Innes',
    date_of_birth: '1961-05-04',
    phone: '07700900123',
    payment: 'due',
    extra_place: false,
    consent: {
      channel: 'tablet',
      answers: { ...EXAMPLE_ANSWERS },
    },
    ...more,
  }
}

let sequence = 0

/** A press of a tablet; `about` names the person. */
export function pressOf(
  type: DayAction['type'],
  at: Date,
  about: Partial<DayAction> = {},
): DayAction {
  sequence += 1
  return { id: randomUUID(), device: 'door', sequence, at: at.toISOString(), type, ...about }
}

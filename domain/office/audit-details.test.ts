import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_CHOICES, chosenActions } from './audit-actions.ts'
import { detailLabel, type LabelledDetails } from './audit-details.ts'
import { SHOWN_ACTIONS } from './audit-text.ts'
import { CARE_ACTIONS } from './care-audit.ts'

const check = <D extends object>(details: D & LabelledDetails<D>): D => details

test('the compiler refuses a detail without a label, at any depth', () => {
  expect(check({ eventId: 12, before: { roles: [] } })).toBeDefined()
  // @ts-expect-error: nobody has given it a label
  expect(check({ eventId: 12, unheardOf: 1 })).toBeDefined()
  // @ts-expect-error: nor the inner one
  expect(check({ before: { unheardOf: 1 } })).toBeDefined()
})

test('labels are in words: columns, settings and what a detail names', () => {
  expect(detailLabel('eventId')).toEqual({ label: 'Event', names: 'event' })
  expect(detailLabel('hostPhone')?.label).toBe('Phone')
  expect(detailLabel('booking_helpline')?.label).toBe('Number')
  expect(detailLabel('pricePence')?.unit).toBe('pence')
  expect(detailLabel('unheardOf')).toBeNull()
})

test('each action is of one kind, and those that are hidden or renamed are among them', () => {
  const all: string[] = Object.values(AUDIT_ACTIONS).flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all).toEqual(expect.arrayContaining([...CARE_ACTIONS, ...Object.keys(SHOWN_ACTIONS)]))
  const values = AUDIT_CHOICES.map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
  expect(values.every((value) => chosenActions(value) !== null)).toBe(true)
  expect(values).not.toContain('member taken out of use')
})

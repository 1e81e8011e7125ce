import { expect, test } from 'vitest'
import { hasPermission } from './permissions.ts'
import { ALL_BUT_HEALTH, lacksSecondPerson, NEEDS_TWO } from './second-people.ts'

test('one person with every role but health lacks a second one for everything', () => {
  expect(lacksSecondPerson([{ roles: ALL_BUT_HEALTH }])).toEqual(Object.keys(NEEDS_TWO))
})

test('the preset opens no results', () => {
  expect(hasPermission(ALL_BUT_HEALTH, 'results.review')).toBe(false)
  expect(hasPermission(ALL_BUT_HEALTH, 'notes.care')).toBe(false)
})

test('two of each role lack nobody, and what a trustee as treasurer covers is not named', () => {
  const two = [
    { roles: [...ALL_BUT_HEALTH, 'clinician' as const] },
    { roles: ['clinician' as const, 'treasurer' as const, 'admin' as const] },
  ]
  expect(lacksSecondPerson(two)).toEqual([])
  const lacking = lacksSecondPerson([{ roles: ALL_BUT_HEALTH }, { roles: ['treasurer'] }])
  expect(lacking).not.toContain('refunds.beyond_policy')
  expect(lacking).not.toContain('actions.confirm')
  expect(lacking).toContain('members.merge')
})

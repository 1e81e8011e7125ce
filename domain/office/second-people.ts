// What needs two people, and for which of it fewer than two work here.
import { hasPermission, type Permission, type Role } from './permissions.ts'

/** The preset for a charity with one employee. */
export const ALL_BUT_HEALTH: readonly Role[] = ['office', 'venue', 'treasurer', 'admin']

/** By the permission that the second person needs. */
export const NEEDS_TWO = {
  'actions.confirm': 'refunds above the limit when an event is cancelled',
  'refunds.beyond_policy': 'a refund above the refund policy',
  'members.merge': 'merging two records where one has an account',
  'staff.write': 'changing an admin’s own roles',
  'claims.release': 'releasing a claim to a record with results',
  'identity.decide': 'deciding who somebody is after a colleague’s own change',
  'results.review': 'reviewing a red result',
} as const satisfies Partial<Record<Permission, string>>
export type NeedsTwo = keyof typeof NEEDS_TWO

const NEEDED = Object.keys(NEEDS_TWO) as NeedsTwo[]

/** For what fewer than two of these people can act, in the order of the table. */
export function lacksSecondPerson(people: readonly { roles: readonly Role[] }[]): NeedsTwo[] {
  return NEEDED.filter(
    (permission) => people.filter(({ roles }) => hasPermission(roles, permission)).length < 2,
  )
}

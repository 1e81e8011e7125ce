import {
  changedFields,
  type Identity,
  type IdentityField,
  identityAt,
} from '../../../domain/identity.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { identityOf, openNhsNumber, sealIdOf } from '../user-profile.ts'
import { listIdentities, listIdentityChanges } from './identity.queries.ts'
import { openIdentity } from './sealed-identity.ts'

/** A member's identity now and how it came to be; `changes` are the earliest first. */
export type IdentityHistory = {
  current: Identity
  changes: { at: Date; fields: IdentityField[]; before: Partial<Identity> }[]
}

/** By member, with or without an account; only of those whose identity was ever changed. */
export async function readIdentityHistories(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  memberIds: readonly number[],
): Promise<Map<number, IdentityHistory>> {
  const changes = Map.groupBy(await listIdentityChanges(q, memberIds), (one) => one.memberId)
  const members = changes.size > 0 ? await listIdentities(q, [...changes.keys()]) : []
  return new Map(
    members.map((row) => {
      const current = identityOf(row, openNhsNumber(row, fieldKeys))
      const own = (changes.get(row.id) ?? []).map(({ at, fields, before }) => ({
        at,
        fields,
        before: openIdentity(fieldKeys, sealIdOf(row), before),
      }))
      return [row.id, { current, changes: own }] as const
    }),
  )
}

/** Null from the returned function when nothing has changed since that moment. */
export async function readFormerIdentities(
  q: Queryable,
  deps: { fieldKeys: FieldKeys },
  { id }: { id: number },
): Promise<(moment: Date) => { then: Identity; changed: IdentityField[] } | null> {
  const history = (await readIdentityHistories(q, deps, [id])).get(id)
  return (moment) => (history ? formerAt(history, moment) : null)
}

/** The identity at that moment, with the fields that have changed since; null when none has. */
export function formerAt(
  { current, changes }: IdentityHistory,
  moment: Date,
): { then: Identity; changed: IdentityField[] } | null {
  const then = identityAt(current, changes, moment)
  const changed = changedFields(current, then)
  return changed.length > 0 ? { then, changed } : null
}

import {
  changedFields,
  type Identity,
  type IdentityField,
  identityAt,
} from '../../../domain/identity.ts'
import type { Queryable } from '../../db/database.ts'
import type { FieldKeys } from '../../platform/field-keys.ts'
import { findProfileByUser } from '../members.queries.ts'
import { identityOf, sealIdOf, toUserProfile } from '../user-profile.ts'
import { findIdentityChanges } from './identity.queries.ts'
import { openIdentity } from './sealed-identity.ts'

/** Null from the returned function when nothing has changed since that moment. */
export async function readFormerIdentities(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  { id, userId }: { id: number; userId: string },
): Promise<(moment: Date) => { then: Identity; changed: IdentityField[] } | null> {
  const rows = await findIdentityChanges(q, id)
  const profile = rows.length > 0 ? await findProfileByUser(q, userId) : null
  if (!profile) return () => null
  const current = identityOf(profile, toUserProfile(profile, fieldKeys).nhsNumber)
  const changes = rows.map(({ at, before }) => ({
    at,
    before: openIdentity(fieldKeys, sealIdOf(profile), before),
  }))
  return (moment) => {
    const then = identityAt(current, changes, moment)
    const changed = changedFields(current, then)
    return changed.length > 0 ? { then, changed } : null
  }
}

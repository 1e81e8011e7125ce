import { type ProfileCreate, ProfileCreateSchema } from '../../domain/contract.ts'
import type { Queryable } from '../db/database.ts'
import type { Parts } from '../deps.ts'
import { type AddProfileParts, addProfile } from './add-profile.ts'
import {
  deletePendingProfile,
  findPendingProfile,
  insertPendingProfile,
} from './pending-profiles.queries.ts'

// The profile that follows a sign-up before its address is proven. It is kept apart from the members: it
// may be a stranger's, and what no member's row refers to can be deleted without a trace.

type ProfileParts = Pick<Parts, 'fieldKeys' | 'now'>
type Whose = { userId: string; form: ProfileCreate }

/** Keeps the checked form of a profile until the address is proven; a repeated one changes nothing. */
export async function keepPendingProfile(
  { fieldKeys, now }: ProfileParts,
  q: Queryable,
  { userId, form }: Whose,
): Promise<void> {
  const sealed = fieldKeys.seal(JSON.stringify(form), placeOf(userId))
  await insertPendingProfile(q, { userId, form: sealed, createdAt: now() })
}

/** The form that is kept for this account, or null; null also when it fits the rules no longer. */
export async function readPendingProfile(
  { fieldKeys }: Pick<Parts, 'fieldKeys'>,
  q: Queryable,
  userId: string,
): Promise<ProfileCreate | null> {
  const sealed = await findPendingProfile(q, userId)
  if (!sealed) return null
  const read = ProfileCreateSchema.safeParse(JSON.parse(fieldKeys.open(sealed, placeOf(userId))))
  return read.success ? read.data : null
}

/**
 * Makes the form that is kept for this account its profile, if there is one, in the caller's transaction:
 * its address is proven.
 */
export async function settlePendingProfile(
  parts: AddProfileParts,
  q: Queryable,
  userId: string,
): Promise<void> {
  const form = await readPendingProfile(parts, q, userId)
  if (!form) return
  await addProfile(parts, q, { userId, form })
  await deletePendingProfile(q, userId)
}

function placeOf(userId: string): string {
  return `pending_profiles|form|${userId}`
}

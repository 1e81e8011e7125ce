import { type ProfileCreate, ProfileCreateSchema } from '../../domain/contract.ts'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type AddProfileDeps, addProfile } from './add-profile.ts'
import {
  deletePendingProfile,
  findPendingProfile,
  insertPendingProfile,
} from './pending-profiles.queries.ts'

// The profile that follows a sign-up before its address is proven. It is kept apart from the members: it
// may be a stranger's, and what no member's row refers to can be deleted without a trace.

type ProfileDeps = Pick<Deps, 'fieldKeys' | 'now'>
type Whose = { userId: string; form: ProfileCreate }

/** Keeps the checked form of a profile until the address is proven; a repeated one changes nothing. */
export async function keepPendingProfile(
  { fieldKeys, now }: ProfileDeps,
  q: Queryable,
  { userId, form }: Whose,
): Promise<void> {
  const sealed = fieldKeys.seal(JSON.stringify(form), placeOf(userId))
  await insertPendingProfile(q, { userId, form: sealed, createdAt: now() })
}

/** The form that is kept for this account, or null; null also when it fits the rules no longer. */
export async function readPendingProfile(
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
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
  deps: AddProfileDeps,
  q: Queryable,
  userId: string,
): Promise<void> {
  const form = await readPendingProfile(deps, q, userId)
  if (!form) return
  await addProfile(deps, q, { userId, form })
  await deletePendingProfile(q, userId)
}

function placeOf(userId: string): string {
  return `pending_profiles|form|${userId}`
}

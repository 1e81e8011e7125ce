import { type ProfileCreate, ProfileCreateSchema } from '../../../domain/contract.ts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'
import {
  deletePendingProfile,
  findPendingProfile,
  insertPendingProfile,
} from '../pending-profiles.queries.ts'
import { type AddProfileDeps, addProfile } from './add-profile.ts'

// Stored apart from members: an unconfirmed sign-up may be a stranger's and must leave no trace.

type ProfileDeps = Pick<Deps, 'fieldKeys' | 'now'>
type CheckedProfile = { userId: string; form: ProfileCreate }

export async function savePendingProfile(
  { fieldKeys, now }: ProfileDeps,
  q: Queryable,
  { userId, form }: CheckedProfile,
): Promise<void> {
  const sealed = sealJson(fieldKeys, form, placeOf(userId))
  await insertPendingProfile(q, { userId, form: sealed, createdAt: now() })
}

/** Null when there is none or it is no longer valid. */
export async function readPendingProfile(
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  q: Queryable,
  userId: string,
): Promise<ProfileCreate | null> {
  const sealed = await findPendingProfile(q, userId)
  if (!sealed) return null
  const read = ProfileCreateSchema.safeParse(openJson(fieldKeys, sealed, placeOf(userId)))
  return read.success ? read.data : null
}

/** Call once the address is confirmed. */
export async function activatePendingProfile(
  deps: AddProfileDeps,
  q: Queryable,
  userId: string,
): Promise<void> {
  const form = await readPendingProfile(deps, q, userId)
  if (!form) return
  await addProfile(deps, q, { userId, form })
  await deletePendingProfile(q, userId)
}

export function placeOf(userId: string): string {
  return `pending_profiles|form|${userId}`
}

import type { ProfileCreate, UserProfile } from '../../../domain/contract.ts'
import { visibleName } from '../../../domain/person-name.ts'
import type { Deps } from '../../deps.ts'
import type { AuthService, AuthUser } from '../../platform/auth-service.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import { latinColumns } from '../latin-columns.ts'
import { findProfileByUser } from '../members.queries.ts'
import { checkDateOfBirth, isSameAddress, nameField, requiredField } from '../profile-fields.ts'
import { toUserProfile } from '../user-profile.ts'
import { addProfile } from './add-profile.ts'
import { savePendingProfile } from './pending-profile.ts'

type ProfileDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'settings' | 'cache'>

const SIGN_UP_MINUTES = 10

/** Returns an existing profile unchanged. Throws Refused: invalid_request, age_out_of_range. */
export async function createProfile(
  deps: ProfileDeps,
  { account, form }: { account: { userId: string; email: string }; form: ProfileCreate },
): Promise<{ userProfile: UserProfile; isNew: boolean }> {
  const checked = cleaned(form, deps.now())
  if (!isSameAddress(checked.email, account.email)) {
    throw invalidField('email', 'This is not the email address for your account.')
  }
  const profile = { userId: account.userId, form: checked }
  const added = await commit(deps, (tx) => addProfile(deps, tx, profile))
  const row = added ?? (await findProfileByUser(deps.database.db, account.userId))
  if (!row) throw new Error('an account has a profile and has none')
  return { userProfile: toUserProfile(row, deps.fieldKeys), isNew: added !== null }
}

/** For a recent, unconfirmed account. Does not reveal whether it was stored (rules §2.4). */
export async function createProfileBeforeConfirming(
  deps: ProfileDeps & Pick<Deps, 'auth'>,
  form: ProfileCreate,
): Promise<void> {
  const { auth, database } = deps
  const { user_id: userId } = form
  if (!isOpenBeforeSignIn(auth) || !userId) throw new Refused('sign_in_required')
  const now = deps.now()
  const checked = cleaned(form, now)
  const addIfRecent = async (user: AuthUser | null, q: Queryable): Promise<void> => {
    const since = new Date(now.getTime() - SIGN_UP_MINUTES * 60_000)
    if (!user || user.confirmed || user.createdAt <= since) return
    if (isSameAddress(checked.email, user.email))
      await savePendingProfile(deps, q, { userId, form: checked })
  }
  if (auth.holdUser) await auth.holdUser(userId, addIfRecent)
  else await addIfRecent((await auth.findUser?.(userId)) ?? null, database.db)
}

export function isOpenBeforeSignIn(auth: AuthService): boolean {
  return Boolean(auth.holdUser ?? auth.findUser)
}

function cleaned(form: ProfileCreate, now: Date): ProfileCreate {
  const plain = {
    ...form,
    first_name: nameField('first_name', form.first_name),
    last_name: nameField('last_name', form.last_name),
    latin_first_name: visibleName(form.latin_first_name ?? ''),
    latin_last_name: visibleName(form.latin_last_name ?? ''),
    occupation: plainText(form.occupation ?? ''),
    phone: requiredField('phone', form.phone),
    email: requiredField('email', form.email),
    home_address: requiredField('home_address', form.home_address),
  }
  latinColumns(plain, { firstName: plain.first_name, lastName: plain.last_name })
  checkDateOfBirth(form.date_of_birth, now)
  return plain
}

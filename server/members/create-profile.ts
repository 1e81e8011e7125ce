import type { ProfileCreate, UserProfile } from '../../domain/contract.ts'
import { insertAudit } from '../audit/queries.ts'
import type { Parts } from '../parts.ts'
import { plainText } from '../plain-text.ts'
import { Refused } from '../refused.ts'
import { claimNhsNumber } from './identity/queries.ts'
import { flagSharedNumber } from './identity/shared-number.ts'
import { checkDateOfBirth, invalidField, isSameAddress, requiredField } from './profile-fields.ts'
import { findProfileByUser, insertMember, type MemberRow } from './queries.ts'
import { sealNhsNumber, toUserProfile } from './user-profile.ts'

type ProfileParts = Pick<Parts, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'settings'>

/** How long after sign-up a profile may follow without a session (design §3a). */
const SIGN_UP_MINUTES = 10

/**
 * Gives an account its profile. An account that has one keeps it as it is and is answered with it:
 * the browser repeats a sign-up whose answer got lost, and a repeat must neither fail nor overwrite.
 * Throws Refused: invalid_request (with `fields`), age_out_of_range.
 */
export async function createProfile(
  parts: ProfileParts,
  { account, form }: { account: { userId: string; email: string }; form: ProfileCreate },
): Promise<{ userProfile: UserProfile; isNew: boolean }> {
  const checked = check(form, parts.now())
  if (!isSameAddress(checked.email, account.email)) {
    throw invalidField('email', 'This is not the e-mail address of your account.')
  }
  const added = await add(parts, account.userId, checked)
  const row = added ?? (await findProfileByUser(parts.database.db, account.userId))
  if (!row) throw new Error('an account has a profile and has none')
  return { userProfile: toUserProfile(row, parts.fieldKeys), isNew: added !== null }
}

/**
 * The same for somebody who has just signed up and must confirm his address before he can sign in:
 * only for a fresh, unconfirmed account of that very address. Says nothing about whether it was
 * done, since anyone may ask this about any account (design §3a).
 */
export async function createProfileBeforeConfirming(
  parts: ProfileParts & Pick<Parts, 'auth'>,
  form: ProfileCreate,
): Promise<void> {
  if (!parts.auth.findUser || !form.user_id) throw new Refused('sign_in_required')
  const now = parts.now()
  const checked = check(form, now)
  const user = await parts.auth.findUser(form.user_id)
  const since = new Date(now.getTime() - SIGN_UP_MINUTES * 60_000)
  if (!user || user.confirmed || user.createdAt <= since) return
  if (!isSameAddress(checked.email, user.email)) return
  await add(parts, form.user_id, checked)
}

/**
 * Adds the profile; null when the account has one. An NHS number that another member has is flagged
 * for the office, and the caller is answered as ever.
 */
async function add(
  parts: ProfileParts,
  userId: string,
  form: ProfileCreate,
): Promise<MemberRow | null> {
  const now = parts.now()
  const nhs = form.nhs_number
    ? sealNhsNumber(parts.fieldKeys, { nhsNumber: form.nhs_number, userId })
    : null
  const added = await parts.database.transaction(async (tx) => {
    if (nhs) await claimNhsNumber(tx, nhs.nhsNumberIndex, now)
    const row = await insertMember(tx, {
      userId,
      email: form.email.toLowerCase(),
      firstName: form.first_name,
      lastName: form.last_name,
      gender: form.gender,
      dateOfBirth: form.date_of_birth,
      ethnicity: form.ethnicity,
      occupation: form.occupation || null,
      phone: form.phone,
      homeAddress: form.home_address,
      ...nhs,
      createdAt: now,
      updatedAt: now,
    })
    if (!row) return null
    const { id: memberId } = row
    const alsoOf = nhs
      ? await flagSharedNumber(tx, parts, { memberId, index: nhs.nhsNumberIndex, now })
      : []
    await insertAudit(tx, {
      ...{
        actorUserId: userId,
        memberId,
        action: 'profile created',
        subject: `member ${memberId}`,
      },
      details: alsoOf.length > 0 ? { nhsNumberAlsoOf: alsoOf } : {},
      at: now,
    })
    return row
  })
  parts.jobs.kick()
  return added
}

/** The form in plain text, with all that has to be there. */
function check(form: ProfileCreate, now: Date): ProfileCreate {
  const plain = {
    ...form,
    first_name: requiredField('first_name', form.first_name),
    last_name: requiredField('last_name', form.last_name),
    occupation: plainText(form.occupation ?? ''),
    phone: requiredField('phone', form.phone),
    email: requiredField('email', form.email),
    home_address: requiredField('home_address', form.home_address),
  }
  checkDateOfBirth(form.date_of_birth, now)
  return plain
}

import type pg from 'pg'
import type { Core } from '../core.ts'
import { inTransaction } from '../db/database.ts'
import { AuthError, emailExists, validationFailed } from '../errors.ts'
import { invitationMail } from '../mail/mails.ts'
import { clearPassword, updateAccount } from '../queries/admin.queries.ts'
import { setPendingEmail } from '../queries/contacts.queries.ts'
import { resetToEmailIdentity } from '../queries/identities.queries.ts'
import { lockAccountOf } from '../queries/sign-ups.queries.ts'
import { deleteTokensOfKind, type TokenKind } from '../queries/tokens.queries.ts'
import { findAccountByEmail } from '../queries/users.queries.ts'
import type { Admin } from '../routes/authenticate-admin.ts'
import { isUnconfirmedSignUp, type Metadata, toUserResponse, type User } from '../user.ts'
import {
  actionLink,
  hashChosen,
  issue,
  type Made,
  makeAccount,
  type Wanted,
} from './admin-link-tokens.ts'
import { readEmail } from './admin-user-fields.ts'
import { write } from './admin-users.ts'
import { discardSignUp, resetSignUp } from './discard-sign-up.ts'
import { changeUserMetadata } from './user-metadata.ts'

type Invitation = { email: string; data: Metadata; redirectTo: string }
type LinkAsked = Invitation & { type: string; password: string; newEmail: string }

/** auth-protocol 2.10. Throws 422. */
export async function adminInviteUser(core: Core, admin: Admin, asked: Invitation): Promise<User> {
  const email = readEmail(asked.email)
  const target = core.mailTarget(asked.redirectTo, 'recovery')
  return await inTransaction(core.pool, async (client) => {
    const { user, issued } = await invite(core, client, admin, { ...asked, email, target })
    const { siteName } = core.settings
    await core.tell(invitationMail({ to: email, siteName, ...issued }), client)
    return user
  })
}

/** Returns the link and code of such a mail without sending it. Throws 400, 404, 422. */
export async function adminGenerateLink(core: Core, admin: Admin, asked: LinkAsked) {
  const email = readEmail(asked.email)
  const known = await findAccountByEmail(core.pool, email)
  // As on the reference server, the magic link of an unknown address is a sign-up.
  const type = asked.type === 'magiclink' && !known ? 'signup' : asked.type
  const make = Object.hasOwn(MAKERS, type) ? MAKERS[type] : undefined
  if (!make) throw validationFailed(`Invalid email action link type requested: ${asked.type}`)
  const isReplaced = known !== null && isUnconfirmedSignUp(known, core.now())
  const isSignUp = asked.type === 'signup' && (!known || (isReplaced && asked.password !== ''))
  const passwordHash = isSignUp ? await hashChosen(core, { ...asked, email }) : null

  const page = type === 'recovery' || type === 'invite' ? 'recovery' : 'signIn'
  const target = core.mailTarget(asked.redirectTo, page)
  const { user, issued } = await inTransaction(core.pool, (client) =>
    make(core, client, admin, { ...asked, email, target, known, passwordHash }),
  )
  return {
    ...toUserResponse(user),
    action_link: actionLink(core, { token: issued.tokenHash, type, target }),
    email_otp: issued.code,
    hashed_token: issued.tokenHash,
    verification_type: type,
    redirect_to: target,
  }
}

type Make = (core: Core, q: pg.PoolClient, admin: Admin, wanted: Wanted) => Promise<Made>

const MAKERS: Record<string, Make> = {
  signup: linkToSignUp,
  invite,
  recovery: linkToGetIn('recovery'),
  magiclink: linkToGetIn('magiclink'),
  email_change_current: linkToChangeEmail('email_change_current'),
  email_change_new: linkToChangeEmail('email_change_new'),
}

async function linkToSignUp(
  core: Core,
  q: pg.PoolClient,
  admin: Admin,
  wanted: Wanted,
): Promise<Made> {
  const { data } = wanted
  const now = core.now()
  const found = await lockAccountOf(q, { email: wanted.email, phone: null })
  if (found?.emailConfirmedAt) throw emailExists()
  const isReplaced = found !== null && isUnconfirmedSignUp(found, now)
  if (isReplaced) await discardSignUp(core, q, found)
  const known = isReplaced ? null : found
  // The account may be another person's, so the password is not stored.
  if (known) await changeUserMetadata(q, known.id, { changes: data, now })
  const account = known ?? (await makeAccount(core, q, admin, wanted))
  await updateAccount(q, account.id, { changes: { confirmationSentAt: now }, now })
  await write(core, q, admin, { action: 'user_confirmation_requested', userId: account.id })
  return await issue(core, q, account, { kind: 'confirmation', type: 'signup', wanted })
}

// The sign-up may be another person's, so its credentials are removed.
async function invite(
  core: Core,
  q: pg.PoolClient,
  admin: Admin,
  wanted: Pick<Wanted, 'email' | 'data' | 'target'>,
): Promise<Made> {
  const known = await lockAccountOf(q, { email: wanted.email, phone: null })
  if (known?.emailConfirmedAt) throw emailExists()
  const now = core.now()
  if (known) {
    await resetSignUp(core, q, { account: known, data: wanted.data, isByAdmin: true })
    await clearPassword(q, known.id, now)
    await resetToEmailIdentity(q, known, now)
  }
  const asked = { ...wanted, known, newEmail: '', passwordHash: null }
  const account = known ?? (await makeAccount(core, q, admin, asked))
  const changes = { invitedAt: now, confirmationSentAt: now, signedUpAt: null }
  await updateAccount(q, account.id, { changes, now })
  await write(core, q, admin, { action: 'user_invited', userId: account.id })
  return await issue(core, q, account, { kind: 'confirmation', type: 'invite', wanted: asked })
}

function linkToGetIn(kind: 'recovery' | 'magiclink'): Make {
  return async (core, q, admin, wanted) => {
    const { known } = wanted
    if (!known) throw new AuthError(404, 'user_not_found', 'User with this email not found')
    const now = core.now()
    await updateAccount(q, known.id, { changes: { recoverySentAt: now }, now })
    const action = kind === 'recovery' ? 'user_recovery_requested' : 'sign_in_link_requested'
    await write(core, q, admin, { action, userId: known.id })
    return await issue(core, q, known, { kind, type: kind, wanted })
  }
}

// The change takes effect when every required side has confirmed.
function linkToChangeEmail(kind: 'email_change_current' | 'email_change_new'): Make {
  return async (core, q, admin, wanted) => {
    const { known } = wanted
    if (!known) throw new AuthError(404, 'user_not_found', 'User with this email not found')
    if (kind === 'email_change_current' && !core.settings.secureEmailChange)
      throw validationFailed('Enable secure email change to generate link for current email')
    const email = readEmail(wanted.newEmail)
    if (await findAccountByEmail(q, email)) throw emailExists()
    if (known.newEmail !== email) {
      const kinds: TokenKind[] = ['email_change_current', 'email_change_new']
      await deleteTokensOfKind(q, { userId: known.id, kinds })
      await setPendingEmail(q, known.id, { email, now: core.now() })
    }
    await write(core, q, admin, { action: 'email_change_requested', userId: known.id })
    const side = kind === 'email_change_new' ? { ...wanted, email } : wanted
    return await issue(core, q, known, { kind, type: 'email_change', wanted: side })
  }
}

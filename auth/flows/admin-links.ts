import type pg from 'pg'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AuthError, emailExists, validationFailed } from '../errors.ts'
import { invitationMail } from '../mail/mails.ts'
import { clearPassword, updateAccount } from '../queries/admin.queries.ts'
import { setPendingEmail } from '../queries/contacts.queries.ts'
import { resetToEmailIdentity } from '../queries/identities.queries.ts'
import { lockAccountOf } from '../queries/sign-ups.queries.ts'
import { deleteTokensOfKind, type TokenKind } from '../queries/tokens.queries.ts'
import { findAccountByEmail } from '../queries/users.queries.ts'
import type { Admin } from '../requests/authenticate-admin.ts'
import { isUnconfirmedSignUp, type Metadata, toUserResponse, type User } from '../user.ts'
import {
  actionLink,
  createAccount,
  hashChosenPassword,
  type IssuedLink,
  issueLink,
  type LinkRequest,
} from './admin-link-tokens.ts'
import { parseEmail } from './admin-user-fields.ts'
import { auditAdmin } from './admin-users.ts'
import { changeUserMetadata } from './change-user-metadata.ts'
import { discardSignUp, resetSignUp } from './discard-sign-up.ts'

type Invitation = { email: string; data: Metadata; redirectTo: string }
type LinkParams = Invitation & { type: string; password: string; newEmail: string }

/** auth-protocol 2.10. Throws 422. */
export async function adminInviteUser(deps: Deps, admin: Admin, params: Invitation): Promise<User> {
  const email = parseEmail(params.email)
  const target = deps.mailTarget(params.redirectTo, 'recovery')
  return await inTransaction(deps.pool, async (client) => {
    const { user, issued } = await issueInvitation(deps, client, admin, {
      ...params,
      email,
      target,
    })
    const { siteName } = deps.settings
    await deps.mailOnCommit(invitationMail({ to: email, siteName, ...issued }), client)
    return user
  })
}

/** Returns the link and code of such a mail without sending it. Throws 400, 404, 422. */
export async function adminGenerateLink(deps: Deps, admin: Admin, params: LinkParams) {
  const email = parseEmail(params.email)
  const known = await findAccountByEmail(deps.pool, email)
  // As on the reference server, the magic link of an unknown address is a sign-up.
  const type = params.type === 'magiclink' && !known ? 'signup' : params.type
  const issueOfType = Object.hasOwn(LINK_ISSUERS, type) ? LINK_ISSUERS[type] : undefined
  if (!issueOfType)
    throw validationFailed(`Invalid email action link type requested: ${params.type}`)
  const isReplaced = known !== null && isUnconfirmedSignUp(known, deps.now())
  const isSignUp = params.type === 'signup' && (!known || (isReplaced && params.password !== ''))
  const passwordHash = isSignUp ? await hashChosenPassword(deps, { ...params, email }) : null

  const page = type === 'recovery' || type === 'invite' ? 'recovery' : 'signIn'
  const target = deps.mailTarget(params.redirectTo, page)
  const { user, issued } = await inTransaction(deps.pool, (client) =>
    issueOfType(deps, client, admin, { ...params, email, target, known, passwordHash }),
  )
  return {
    ...toUserResponse(user),
    action_link: actionLink(deps, { token: issued.tokenHash, type, target }),
    email_otp: issued.code,
    hashed_token: issued.tokenHash,
    verification_type: type,
    redirect_to: target,
  }
}

type LinkIssuer = (
  deps: Deps,
  q: pg.PoolClient,
  admin: Admin,
  request: LinkRequest,
) => Promise<IssuedLink>

const LINK_ISSUERS: Record<string, LinkIssuer> = {
  signup: issueSignUpLink,
  invite: issueInvitation,
  recovery: signInLinkIssuer('recovery'),
  magiclink: signInLinkIssuer('magiclink'),
  email_change_current: emailChangeLinkIssuer('email_change_current'),
  email_change_new: emailChangeLinkIssuer('email_change_new'),
}

async function issueSignUpLink(
  deps: Deps,
  q: pg.PoolClient,
  admin: Admin,
  request: LinkRequest,
): Promise<IssuedLink> {
  const { data } = request
  const now = deps.now()
  const found = await lockAccountOf(q, { email: request.email, phone: null })
  if (found?.emailConfirmedAt) throw emailExists()
  const isReplaced = found !== null && isUnconfirmedSignUp(found, now)
  if (isReplaced) await discardSignUp(deps, q, found)
  const known = isReplaced ? null : found
  // The account may be another person's, so the password is not stored.
  if (known) await changeUserMetadata(q, known.id, { changes: data, now })
  const account = known ?? (await createAccount(deps, q, admin, request))
  await updateAccount(q, account.id, { changes: { confirmationSentAt: now }, now })
  await auditAdmin(deps, q, admin, { action: 'user_confirmation_requested', userId: account.id })
  return await issueLink(deps, q, account, { kind: 'confirmation', type: 'signup', request })
}

// The sign-up may be another person's, so its credentials are removed.
async function issueInvitation(
  deps: Deps,
  q: pg.PoolClient,
  admin: Admin,
  request: Pick<LinkRequest, 'email' | 'data' | 'target'>,
): Promise<IssuedLink> {
  const known = await lockAccountOf(q, { email: request.email, phone: null })
  if (known?.emailConfirmedAt) throw emailExists()
  const now = deps.now()
  if (known) {
    await resetSignUp(deps, q, { account: known, data: request.data, isByAdmin: true })
    await clearPassword(q, known.id, now)
    await resetToEmailIdentity(q, known, now)
  }
  const params = { ...request, known, newEmail: '', passwordHash: null }
  const account = known ?? (await createAccount(deps, q, admin, params))
  const changes = { invitedAt: now, confirmationSentAt: now, signedUpAt: null }
  await updateAccount(q, account.id, { changes, now })
  await auditAdmin(deps, q, admin, { action: 'user_invited', userId: account.id })
  return await issueLink(deps, q, account, {
    kind: 'confirmation',
    type: 'invite',
    request: params,
  })
}

function signInLinkIssuer(kind: 'recovery' | 'magiclink'): LinkIssuer {
  return async (deps, q, admin, request) => {
    const { known } = request
    if (!known) throw new AuthError(404, 'user_not_found', 'User with this email not found')
    const now = deps.now()
    await updateAccount(q, known.id, { changes: { recoverySentAt: now }, now })
    const action = kind === 'recovery' ? 'user_recovery_requested' : 'sign_in_link_requested'
    await auditAdmin(deps, q, admin, { action, userId: known.id })
    return await issueLink(deps, q, known, { kind, type: kind, request })
  }
}

// The change takes effect when every required side has confirmed.
function emailChangeLinkIssuer(kind: 'email_change_current' | 'email_change_new'): LinkIssuer {
  return async (deps, q, admin, request) => {
    const { known } = request
    if (!known) throw new AuthError(404, 'user_not_found', 'User with this email not found')
    if (kind === 'email_change_current' && !deps.settings.secureEmailChange)
      throw validationFailed('Enable secure email change to generate link for current email')
    const email = parseEmail(request.newEmail)
    if (await findAccountByEmail(q, email)) throw emailExists()
    if (known.newEmail !== email) {
      const kinds: TokenKind[] = ['email_change_current', 'email_change_new']
      await deleteTokensOfKind(q, { userId: known.id, kinds })
      await setPendingEmail(q, known.id, { email, now: deps.now() })
    }
    await auditAdmin(deps, q, admin, { action: 'email_change_requested', userId: known.id })
    const side = kind === 'email_change_new' ? { ...request, email } : request
    return await issueLink(deps, q, known, { kind, type: 'email_change', request: side })
  }
}

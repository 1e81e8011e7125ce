import type { Deps } from '../deps.ts'
import { findIdentitiesOf } from '../queries/identities.queries.ts'
import type { TokenKind } from '../queries/tokens.queries.ts'
import { findAccount } from '../queries/users.queries.ts'
import { lookupLinkToken } from '../tokens/one-time-tokens.ts'
import { type Account, isUnconfirmedSignUp } from '../user.ts'

type LinkKind =
  | 'sign_up'
  | 'invitation'
  | 'sign_in'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'

/**
 * What a mailed link opens. `email` is the account's present address and `newEmail` the one it
 * changes to. `chosen`: the credentials that confirming a sign-up would activate; `signedUpAt` is
 * null without a sign-up.
 */
export type MailedLink = {
  kind: LinkKind
  userId: string
  email: string
  newEmail: string | null
  signedUpAt: Date | null
  chosen: 'password' | 'provider' | 'nothing'
}

const TOKENS: TokenKind[] = [
  'confirmation',
  'magiclink',
  'recovery',
  'email_change_new',
  'email_change_current',
]

/** Null when the link is invalid. Reading uses nothing up. */
export async function findMailedLink(deps: Deps, tokenHash: string): Promise<MailedLink | null> {
  const token = await lookupLinkToken(deps, tokenHash, TOKENS)
  const account = token && (await findAccount(deps.pool, token.userId))
  if (!account) return null
  const kind = linkKindOf(token.kind, isUnconfirmedSignUp(account, deps.now()))
  const isChange = kind === 'email_change_new' || kind === 'email_change_current'
  const isSignUp = kind === 'sign_up'
  return {
    kind,
    userId: account.id,
    email: account.email ?? account.newEmail ?? '',
    newEmail: isChange ? account.newEmail : null,
    signedUpAt: isSignUp ? account.signedUpAt : null,
    chosen: isSignUp ? await chosenBy(deps, account) : 'nothing',
  }
}

function linkKindOf(token: TokenKind, isUnconfirmed: boolean): LinkKind {
  if (token === 'recovery' || token === 'email_change_new' || token === 'email_change_current')
    return token
  if (token === 'magiclink') return 'sign_in'
  return isUnconfirmed ? 'sign_up' : 'invitation'
}

async function chosenBy(deps: Deps, account: Account): Promise<MailedLink['chosen']> {
  if (account.passwordHash) return 'password'
  const identities = await findIdentitiesOf(deps.pool, account.id)
  const isByProvider = identities.some(({ provider }) => !/^(email|phone)$/.test(provider))
  return isByProvider ? 'provider' : 'nothing'
}

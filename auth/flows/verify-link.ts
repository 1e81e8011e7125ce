import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { findMailFlow } from '../queries/flows.queries.ts'
import type { OneTimeToken, TokenKind } from '../queries/tokens.queries.ts'
import { issueFlowCode } from '../tokens/flow-states.ts'
import { buildLink, flowMethodOf, lookupLinkToken, PKCE } from '../tokens/one-time-tokens.ts'
import type { Account } from '../user.ts'
import { auditFailure } from './audit.ts'
import { redeemToken } from './redeem-token.ts'
import { withCode, withError, withMessage, withSession } from './redirect-responses.ts'
import { startSession } from './sessions.ts'

type FollowedLink = {
  token: string
  type: string
  kinds: TokenKind[]
  target: string
  pendingMessage: string
}

/** The page with a PKCE code, a session (implicit flow) or the unused token (auth-protocol 2.5). */
export async function followLink(
  deps: Deps,
  link: FollowedLink,
  clientInfo: ClientInfo,
): Promise<string> {
  const { token, type, kinds, target } = link
  const inQuery = token.startsWith(PKCE)
  const found = await lookupLinkToken(deps, token, kinds)
  try {
    if (!found) throw expired()
    if (!inQuery && !deps.settings.implicitFlow) return buildLink(target, token, type)

    const redeemed = await redeemToken(deps, { token: found, clientInfo }, (client, account) =>
      inQuery
        ? codeFor(deps, client, { account, found, target })
        : sessionFor(deps, client, { account, link, clientInfo }),
    )
    if (!redeemed) throw expired()
    return redeemed.isPending
      ? withMessage(target, link.pendingMessage, { inQuery })
      : redeemed.outcome
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const attempt = { action: 'verification_failed', userId: found?.userId, clientInfo } as const
    await auditFailure(deps, attempt, error.code)
    return withError(target, error, { inQuery })
  }
}

async function codeFor(
  deps: Deps,
  q: pg.PoolClient,
  { account, found, target }: { account: Account; found: OneTimeToken; target: string },
): Promise<string> {
  const method = flowMethodOf(found.kind)
  const flow = method && (await findMailFlow(q, { userId: account.id, method }))
  if (!flow) throw expired()
  return withCode(target, await issueFlowCode(deps, q, { flowId: flow.id, userId: account.id }))
}

async function sessionFor(
  deps: Deps,
  q: pg.PoolClient,
  { account, link, clientInfo }: { account: Account; link: FollowedLink; clientInfo: ClientInfo },
): Promise<string> {
  const session = await startSession(deps, q, { account, method: 'otp', clientInfo })
  return withSession(link.target, session, { type: link.type })
}

function expired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}

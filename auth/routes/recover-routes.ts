import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type ClientInfo, clientInfoOf } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { checkEmail, normaliseEmail } from '../email-address.ts'
import { validationFailed } from '../errors.ts'
import { recoveryMail } from '../mail/mails.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { findAccountByEmail } from '../queries/users.queries.ts'
import { Challenge, checkChallenge, readBody, requestedRedirect, Text } from '../requests/body.ts'
import type { CodeChallenge } from '../tokens/flow-states.ts'
import { issueToken } from '../tokens/one-time-tokens.ts'

const RecoverBody = z.object({ email: Text, ...Challenge })

/** Always 200, with the work after the response, which must not reveal accounts (auth-protocol 2.5). */
export function recoverRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/recover', async (request) => {
    const body = readBody(RecoverBody, request)
    if (!body.email) throw validationFailed('Password recovery requires an email')
    const email = normaliseEmail(body.email)
    checkEmail(email)
    checkChallenge(body)
    const target = deps.mailTarget(requestedRedirect(request), 'recovery')
    const { code_challenge, code_challenge_method } = body
    const challenge = { code_challenge, code_challenge_method }
    const recovery = { email, target, challenge, clientInfo: clientInfoOf(request) }
    deps.background.run('Password recovery', () => sendRecovery(deps, recovery))
    return {}
  })
}

async function sendRecovery(
  deps: Deps,
  {
    email,
    target,
    challenge,
    clientInfo,
  }: { email: string; target: string; challenge: CodeChallenge; clientInfo: ClientInfo },
): Promise<void> {
  const account = await findAccountByEmail(deps.pool, email)
  if (!account) return
  const userId = account.id
  const issued = await inTransaction(deps.pool, async (client) => {
    const isReset = new URL(target).origin === new URL(deps.siteUrl).origin
    const reason = isReset ? 'reset' : 'any'
    const mail = { account, kind: 'recovery', address: clientInfo.ip, reason } as const
    if (!(await deps.messageLimits.consumeMail(client, mail))) return null
    const entry = { userId, ip: clientInfo.ip, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_recovery_requested' })
    const token = { userId, sentTo: email, kind: 'recovery', target, challenge } as const
    return await issueToken(deps, client, token)
  })
  if (!issued) return
  const { siteName, recoveryLinkSeconds } = deps.settings
  const minutes = Math.floor(recoveryLinkSeconds / 60)
  const happening = { at: deps.now(), by: clientInfo }
  await deps.mail(recoveryMail({ to: email, siteName, minutes, ...happening, ...issued }))
}

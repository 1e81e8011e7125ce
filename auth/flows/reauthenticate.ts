import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import { type Deps, later } from '../deps.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { reauthenticationMail } from '../mail/mails.ts'
import { issueSms, sendSms } from '../mail/sms-codes.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { consumeToken } from '../queries/tokens.queries.ts'
import type { Bearer } from '../requests/authenticate.ts'
import { issueToken, lookupCodeToken } from '../tokens/one-time-tokens.ts'
import type { Account } from '../user.ts'
import { auditFailure } from './audit.ts'

const DAY_SECONDS = 86_400

/** Throws 400 without address and number, 422 while unconfirmed, 429. */
export async function sendNonce(
  deps: Deps,
  account: Account,
  clientInfo: ClientInfo,
): Promise<void> {
  const { id: userId, email, phone } = account
  if (!email && !phone)
    throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  if (email && !account.emailConfirmedAt)
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
  if (!email && !account.phoneConfirmedAt)
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')

  const kind = 'reauthentication'
  const sent = await inTransaction(deps.pool, async (client) => {
    const entry = { userId, ip: clientInfo.ip, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'reauthentication_requested' })
    if (!email) {
      const sms = { account, phone: phone ?? '', kind, address: clientInfo.ip } as const
      return { sms: await issueSms(deps, client, { ...sms, mustSend: true }) }
    }
    await deps.messageLimits.consumeMailOrThrow(client, { account, kind, address: clientInfo.ip })
    const token = { userId, sentTo: email, kind, target: deps.siteUrl } as const
    const { code } = await issueToken(deps, client, token)
    const { siteName, signInCodeSeconds } = deps.settings
    const minutes = Math.floor(signInCodeSeconds / 60)
    const happening = { at: deps.now(), by: clientInfo }
    return { message: reauthenticationMail({ to: email, siteName, code, minutes, ...happening }) }
  })
  if ('sms' in sent) sendSms(deps, sent.sms)
  else deps.background.run('Code to reauthenticate', () => deps.mail(sent.message))
}

/** A given nonce must always be right. Throws 400 reauthentication_needed, 422. */
export async function checkNonce(
  deps: Deps,
  { bearer, nonce, clientInfo }: { bearer: Bearer; nonce: string; clientInfo: ClientInfo },
): Promise<void> {
  const { account, session } = bearer
  if (!nonce) {
    const isOld = later(session.createdAt, DAY_SECONDS) <= deps.now()
    if (deps.settings.passwordNeedsCode && isOld)
      throw new AuthError(
        400,
        'reauthentication_needed',
        'Password update requires reauthentication',
      )
    return
  }
  const sentTo = account.email ?? account.phone ?? ''
  if (await deps.backoff.mayTryCode(sentTo, clientInfo.ip)) {
    const request = { sentTo, code: nonce.trim(), kinds: ['reauthentication' as const] }
    const token = await lookupCodeToken(deps, request)
    if (token?.userId === account.id && (await consumeToken(deps.pool, token.id))) return
    await deps.backoff.wrongCode(sentTo, clientInfo.ip)
  }
  const wrong = new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  const ids = { userId: account.id, sessionId: session.id, clientInfo }
  await auditFailure(deps, { action: 'verification_failed', ...ids }, wrong.code)
  throw wrong
}

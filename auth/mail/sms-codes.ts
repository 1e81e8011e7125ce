import type pg from 'pg'
import type { Deps } from '../deps.ts'
import type { SmsMessage } from '../options.ts'
import type { TokenKind } from '../queries/tokens.queries.ts'
import type { MailKind } from '../queries/users.queries.ts'
import { issueToken } from '../tokens/one-time-tokens.ts'
import type { Account } from '../user.ts'

type SmsKind = Extract<TokenKind, 'sms' | 'sms_confirmation' | 'phone_change' | 'reauthentication'>

const SENT_COLUMN: Record<SmsKind, MailKind> = {
  sms: 'magiclink',
  sms_confirmation: 'confirmation',
  phone_change: 'phone_change',
  reauthentication: 'reauthentication',
}

/** Null over the limits and for test numbers; with `mustSend` the limits throw 429. */
export async function issueSms(
  deps: Deps,
  q: pg.PoolClient,
  sms: { account: Account; phone: string; kind: SmsKind; address: string; mustSend?: boolean },
): Promise<SmsMessage | null> {
  const { account, phone, kind, address } = sms
  const testCode = testCodeOf(deps, phone)
  const request = { account, userId: account.id, phone, kind: SENT_COLUMN[kind], address }
  if (testCode === undefined) {
    if (sms.mustSend) await deps.messageLimits.consumeSmsOrThrow(q, request)
    else if (!(await deps.messageLimits.consumeSms(q, request))) return null
  }
  const { code } = await issueToken(deps, q, {
    userId: account.id,
    sentTo: phone,
    kind,
    target: deps.siteUrl,
    ...(testCode !== undefined && { code: testCode }),
  })
  if (testCode !== undefined) return null
  return { phone, otp: code, message: smsText(deps, code) }
}

export function testCodeOf({ settings: { smsTestCodes } }: Deps, phone: string) {
  return Object.hasOwn(smsTestCodes, phone) ? smsTestCodes[phone] : undefined
}

export function smsText({ settings }: Deps, code: string): string {
  return `Your code for ${settings.siteName} is ${code}`
}

export function sendSms(deps: Deps, message: SmsMessage | null): void {
  if (message) deps.background.run('SMS', () => deps.sms(message))
}

import { HookRefused, openSignedHook } from '../../auth/mail/signed-hook.ts'
import type { Wording } from '../../domain/charity.ts'
import type { Message } from './mail.ts'

export type Sms = {
  /** E.164, as '+447700900123'. */
  phone: string
  /** Listed by the office instead of the text. */
  subject: string
  text: string
  /** As in Message. */
  about?: string
}

/** The facts of the charity in it are filled in when it is sent. */
export type SmsDraft = Omit<Sms, 'text'> & { text: Wording }

/** `id` is the job's: a retry repeats it. */
export type SendSms = (sms: Sms, id: string) => Promise<void>

export type SmsHook = { url: string; secret: string }

// The hook says with these that it will not send this text to this number.
const FOR_GOOD = [400, 422]

/** Hands SMS to the hook; without one, to the local mailbox; null where neither is. */
export function openSms({
  hook,
  mailbox,
  now,
}: {
  hook: SmsHook | null
  mailbox: ((message: Message & { id: string }) => Promise<void>) | null
  now: () => Date
}): SendSms | null {
  if (!hook) return mailbox && ((sms, id) => mailbox({ ...smsAsMail(sms), id }))
  const post = openSignedHook({ name: 'SMS', ...hook, now })
  return ({ phone, text }, id) => post({ phone: withoutPlus(phone), message: text }, id)
}

/** Whether the hook refused this number or text for good. */
export function isSmsRefused(error: unknown): boolean {
  return error instanceof HookRefused && FOR_GOOD.includes(error.status)
}

/** For the local mailbox: a mail to the number at a reserved host (RFC 2606). */
export function smsAsMail({ phone, text }: Pick<Sms, 'phone' | 'text'>): Message {
  const digits = withoutPlus(phone)
  return { to: `${digits}@sms.invalid`, subject: `SMS to +${digits}`, text }
}

function withoutPlus(phone: string): string {
  return phone.replace(/^\+/, '')
}

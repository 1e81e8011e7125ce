// Text messages leave only to a number that a code, or a member of staff in a call or at the door, confirmed (docs/decisions).
import { ukMobile } from './office/sms.ts'

/** Of a row of `members`: the number as typed, and the one that was confirmed. */
export type PhoneFacts = { phone: string; provenPhone: string | null }

/** The UK mobile in E.164 that text messages go to; null without one, or where nobody confirmed it. */
export function provenMobile({ phone, provenPhone }: PhoneFacts): string | null {
  const mobile = ukMobile(phone)
  if (mobile === null || provenPhone === null) return null
  return ukMobile(provenPhone) === mobile ? mobile : null
}

/** Whether a member's own change of the number ends its proof: another way to type it does not. */
export function isSameNumber(one: string, other: string): boolean {
  const mobile = ukMobile(one)
  return one === other || (mobile !== null && mobile === ukMobile(other))
}

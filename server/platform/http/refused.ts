import {
  isOfficeReason,
  type OfficeReason,
  officeRefusal,
} from '../../../domain/office/refusals.ts'
import { type Reason, refusalSentence, refusalStatus } from '../../../domain/refusals.ts'

/** Thrown by code that does I/O when a rule refuses; the error handler writes the message. */
export class Refused extends Error {
  readonly reason: Reason | OfficeReason
  readonly status: number
  readonly extra: Record<string, unknown>

  /** Whole seconds for Retry-After, or null. */
  readonly retryAfter: number | null

  constructor(
    reason: Reason | OfficeReason,
    extra: Record<string, unknown> = {},
    { retryAfter = null }: { retryAfter?: number | null } = {},
  ) {
    super(sentenceOf(reason))
    this.name = 'Refused'
    this.reason = reason
    this.status = isOfficeReason(reason) ? officeRefusal(reason)[0] : refusalStatus(reason)
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

/** One field of the body, and what is wrong with it. */
export function invalidField(field: string, message: string): Refused {
  return new Refused('invalid_request', { fields: [{ field, message }] })
}

export function sentenceOf(reason: Reason | OfficeReason): string {
  return isOfficeReason(reason) ? officeRefusal(reason)[1] : refusalSentence(reason)
}

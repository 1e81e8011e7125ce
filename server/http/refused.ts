import { type Reason, refusalSentence, refusalStatus } from '../../domain/refusals.ts'

/** Thrown by code that does I/O when a rule refuses; the error handler writes the message. */
export class Refused extends Error {
  readonly reason: Reason
  readonly status: number
  readonly extra: Record<string, unknown>

  /** Whole seconds for Retry-After, or null. */
  readonly retryAfter: number | null

  constructor(
    reason: Reason,
    extra: Record<string, unknown> = {},
    { retryAfter = null }: { retryAfter?: number | null } = {},
  ) {
    super(refusalSentence(reason))
    this.name = 'Refused'
    this.reason = reason
    this.status = refusalStatus(reason)
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

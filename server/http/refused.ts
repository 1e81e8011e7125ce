import { type Reason, refusalSentence, refusalStatus } from '../../domain/refusals.ts'

/** Thrown by anything that does I/O when a rule says no; the error handler turns it into words. */
export class Refused extends Error {
  readonly reason: Reason
  readonly status: number
  /** More for the caller beside the sentence, such as the free times after slot_taken. */
  readonly extra: Record<string, unknown>

  /** Whole seconds after which asking again makes sense, where that is known. */
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

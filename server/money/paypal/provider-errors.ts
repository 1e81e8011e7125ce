import { z } from 'zod/mini'

export const ErrorBody = z.object({
  name: z.optional(z.string()),
  message: z.optional(z.string()),
  debug_id: z.optional(z.string()),
  details: z.optional(
    z.array(z.object({ issue: z.optional(z.string()), description: z.optional(z.string()) })),
  ),
})

/** The provider refused. Decide by `issue`; the description is only for display. */
export class ProviderRefused extends Error {
  readonly status: number
  readonly issue: string
  readonly description: string
  readonly debugId: string

  constructor(status: number, body: z.infer<typeof ErrorBody>) {
    const [detail] = body.details ?? []
    const issue = detail?.issue ?? body.name ?? 'UNKNOWN'
    super(`The payment provider refused: ${issue} (${body.debug_id ?? 'no debug id'})`)
    this.name = 'ProviderRefused'
    this.status = status
    this.issue = issue
    this.description = detail?.description ?? body.message ?? ''
    this.debugId = body.debug_id ?? ''
  }
}

/** No usable response from the provider: the request may or may not have taken effect. */
export class ProviderUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The payment provider is away: ${reason}`, options)
    this.name = 'ProviderUnavailable'
  }
}

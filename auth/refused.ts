/** Thrown when the protocol says no; the error handler answers it in the protocol's words. */
export class AuthRefused extends Error {
  readonly status: number
  readonly code: string
  /** More for the body, such as the reasons of a weak password. */
  readonly extra: Record<string, unknown>
  /** Whole seconds after which asking again makes sense. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    {
      extra = {},
      retryAfter = null,
      cause,
    }: { extra?: Record<string, unknown>; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'AuthRefused'
    this.status = status
    this.code = code
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

/** The OAuth form of a refusal: always 400 `{error, error_description}`, without a code. */
export class OAuthRefused extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthRefused'
    this.error = error
  }
}

export function validationFailed(message: string): AuthRefused {
  return new AuthRefused(400, 'validation_failed', message)
}

/** Too many requests or guesses; the same words for both, so that neither tells of an account. */
export function tooMany(retryAfter: number): AuthRefused {
  return new AuthRefused(429, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfter: Math.max(1, Math.ceil(retryAfter)),
  })
}

export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly extra: Record<string, unknown>
  /** Seconds; null for no Retry-After. */
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
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

/** An error in OAuth's format: always 400 `{error, error_description}`, without a code. */
export class OAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
  }
}

export function emailExists(): AuthError {
  const message = 'A user with this email address has already been registered'
  return new AuthError(422, 'email_exists', message)
}

export function phoneExists(): AuthError {
  const message = 'A user with this phone number has already been registered'
  return new AuthError(422, 'phone_exists', message)
}

export function userBanned(): AuthError {
  return new AuthError(403, 'user_banned', 'User is banned')
}

export function validationFailed(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/** The same 429 for requests and password attempts, so that it reveals nothing about accounts. */
export function tooMany(retryAfter: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfter: Math.max(1, Math.ceil(retryAfter)),
  })
}

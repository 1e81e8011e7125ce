// The pattern of <input type="email"> (WHATWG HTML 4.10.5.1.5), with a dot in the domain.
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

const MAX_LENGTH = 254

export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

/** Expects a normalised address. */
export function isEmailAddress(email: string): boolean {
  return email.length <= MAX_LENGTH && ADDRESS.test(email)
}

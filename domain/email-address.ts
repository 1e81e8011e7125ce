// The pattern of <input type="email"> (WHATWG HTML 4.10.5.1.5), with at least one dot in the
// domain. auth/ has its own copy of this rule.
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

const LONGEST = 254

/** Returns the stored form of an address: trimmed, lower case. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

/** Expects a normalised address. */
export function isEmailAddress(email: string): boolean {
  return email.length <= LONGEST && ADDRESS.test(email)
}

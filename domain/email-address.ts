// What <input type="email"> accepts (WHATWG HTML 4.10.5.1.5), with at least one dot in the domain.
// The sign-in service, which knows nothing of the charity, has the same rule of its own.
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

const LONGEST = 254

/** An e-mail address as it is stored and compared: lower case, without spaces around it. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

/** Whether a normalised address can be written to. */
export function isEmailAddress(email: string): boolean {
  return email.length <= LONGEST && ADDRESS.test(email)
}

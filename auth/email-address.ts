import { validationFailed } from './errors.ts'

// What <input type="email"> accepts (WHATWG HTML 4.10.5.1.5), with at least one dot in the domain.
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

export function isEmail(email: string): boolean {
  return email.length <= 254 && ADDRESS.test(email)
}

export function checkEmail(email: string): void {
  if (!isEmail(email)) throw validationFailed('Unable to validate email address: invalid format')
}

import { validationFailed } from './errors.ts'

// E.164: country code and number, at most fifteen digits.
const NUMBER = /^[1-9]\d{6,14}$/

/** A phone number as it is stored and looked up: digits only. */
export function normalisePhone(typed: string): string {
  return typed
    .trim()
    .replace(/^\+/, '')
    .replace(/[\s()-]/g, '')
}

/** Throws 400 validation_failed unless the normalised number is valid. */
export function checkPhone(phone: string): void {
  if (!NUMBER.test(phone)) throw validationFailed('Invalid phone number format (E.164 required)')
}

import { validationFailed } from './refused.ts'

// E.164: a country's code, then the number, fifteen digits at most.
const NUMBER = /^[1-9]\d{6,14}$/

/** A phone number as it is stored and looked up: digits only, without '+' and what parts them. */
export function normalisePhone(typed: string): string {
  return typed
    .trim()
    .replace(/^\+/, '')
    .replace(/[\s()-]/g, '')
}

/** Throws 400 validation_failed unless this normalised number can be written to. */
export function checkPhone(phone: string): void {
  if (!NUMBER.test(phone)) throw validationFailed('Invalid phone number format (E.164 required)')
}

import { validationFailed } from './errors.ts'

// E.164: country code and number, at most fifteen digits.
const NUMBER = /^[1-9]\d{6,14}$/

export function normalisePhone(typed: string): string {
  return typed
    .trim()
    .replace(/^\+/, '')
    .replace(/[\s()-]/g, '')
}

export function checkPhone(phone: string): void {
  if (!NUMBER.test(phone)) throw validationFailed('Invalid phone number format (E.164 required)')
}

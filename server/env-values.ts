// Kinds of values that a variable of the environment may have; each says what it must be.
import { z } from 'zod/mini'
import { isEmailAddress, normaliseEmail } from '../domain/email-address.ts'

export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, { error, abort: true })),
    z.pipe(z.transform(Number), z.number().check(z.gte(least, { error }), z.lte(most, { error }))),
  )
}

export function positiveNumber() {
  const error = 'must be a number above 0'
  return z.pipe(
    z.string().check(z.regex(/^\d+(\.\d+)?$/, { error, abort: true })),
    z.pipe(z.transform(Number), z.number().check(z.gt(0, { error }))),
  )
}

export function yesOrNo() {
  const yes = ['on', 'true', 'yes', '1']
  return z.pipe(
    z.enum([...yes, 'off', 'false', 'no', '0'], { error: 'must be on or off' }),
    z.transform((word) => yes.includes(word)),
  )
}

export function address(...protocols: string[]) {
  return z.string().check(
    z.refine((value) => protocols.includes(protocolOf(value)), {
      error: `must be an address that begins with ${protocols.join(' or ')}`,
    }),
  )
}

export function origin() {
  const error = 'must be the address of the site without a path, such as https://www.example.org'
  return z.pipe(
    z.string().check(z.refine(isOrigin, { error })),
    z.transform((value) => new URL(value).origin),
  )
}

function isOrigin(value: string): boolean {
  if (!['http:', 'https:'].includes(protocolOf(value))) return false
  const { pathname, search, hash, username } = new URL(value)
  return pathname === '/' && !search && !hash && !username
}

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : ''
}

export function mailAddress() {
  const error = 'must be an email address, such as office@example.org'
  return z.string().check(z.refine((value) => isEmailAddress(normaliseEmail(value)), { error }))
}

/** One part of a path, which needs no escaping. */
export function pathName() {
  const error = 'must be letters, digits, - and _'
  return z.string().check(z.regex(/^[\w-]{1,80}$/, { error }))
}

export function json(error: string) {
  return z.string().check(z.refine(isJsonObject, { error }))
}

function isJsonObject(value: string): boolean {
  try {
    return typeof JSON.parse(value) === 'object'
  } catch {
    return false
  }
}

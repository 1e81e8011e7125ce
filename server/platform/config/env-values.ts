import { isIP } from 'node:net'
import { z } from 'zod/mini'
import { isEmailAddress, normaliseEmail } from '../../../domain/email-address.ts'

export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, { error, abort: true })),
    z.pipe(z.transform(Number), z.number().check(z.gte(least, { error }), z.lte(most, { error }))),
  )
}

/** A number from 0 to 1. */
export function share() {
  const error = 'must be a number from 0 to 1'
  return z.pipe(z.string().check(z.regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error })), z.transform(Number))
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
  const url = URL.parse(value)
  return url && (url.hostname || url.protocol.startsWith('postgres')) ? url.protocol : ''
}

export function mailAddress() {
  const error = 'must be an email address, such as office@example.org'
  return z.string().check(z.refine((value) => isEmailAddress(normaliseEmail(value)), { error }))
}

export function pathName() {
  const error = 'must be letters, digits, - and _'
  return z.string().check(z.regex(/^[\w-]{1,80}$/, { error }))
}

/** A text for which `whyNot` returns null; its sentence follows the name of the variable. */
export function checkedBy(whyNot: (value: string) => string | null) {
  return z.string().check((read) => {
    const message = whyNot(read.value)
    if (message) read.issues.push({ code: 'custom', message, input: read.value })
  })
}

export function hostName() {
  const error = 'must be an address or a host name'
  const isHost = (value: string) => isIP(value) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)
  return z.string().check(z.refine(isHost, { error }))
}

export function sender() {
  const error = 'must be an email address, or a name and one as Name <office@example.org>'
  const addressIn = (value: string) => /<([^<>]*)>$/.exec(value.trim())?.[1] ?? value
  const isSender = (value: string) => isEmailAddress(normaliseEmail(addressIn(value)))
  return z.string().check(z.refine(isSender, { error }))
}

export function tiles() {
  const error = 'must be an address with {z}, {x} and {y}, or empty'
  const isTiles = (value: string) =>
    /^https?:\/\/[^/]+\//.test(value) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part))
  return z.string().check(z.refine((value) => value.trim() === '' || isTiles(value), { error }))
}

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** Why a text is not a comma-separated list of addresses and networks; null when it is. */
export function whyNotProxies(text: string): string | null {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.some((part) => /\/0(\.0\.0\.0)?$/.test(part))) return 'must not be every address'
  return parts.every(isNetwork)
    ? null
    : 'must be addresses or networks such as 10.0.0.0/8, with commas between'
}

function isNetwork(text: string): boolean {
  if (NETWORKS.includes(text)) return true
  const [address = '', mask, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (mask === undefined || (version === 4 && isIP(mask) === 4)) return true
  return /^\d{1,3}$/.test(mask) && Number(mask) <= (version === 4 ? 32 : 128)
}

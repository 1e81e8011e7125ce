import { foldedWords } from './fold-text.ts'

/** An address in the United Kingdom or Ireland; `postcode` as 'CO1 1AA' or 'D02 X285'. What is not known is null. */
export type PostalAddress = {
  /** At most three, without the town. */
  lines: string[]
  town: string | null
  postcode: string | null
}

export const MAX_ADDRESS_LINES = 3

/**
 * The parts of an address that was typed as one text. Only what is certain becomes town or postcode:
 * everything else stays in the lines, in its order.
 */
export function splitAddress(text: string): PostalAddress {
  const parts = partsOf(text)
  if (UNITED_KINGDOM.test(parts.at(-1) ?? '')) parts.pop()
  else if (isIrish(parts)) parts.pop()
  const last = parts.at(-1) ?? ''
  const [, before = '', outward, inward] =
    ENDS_IN_POSTCODE.exec(last) ??
    ENDS_IN_POSTCODE.exec(withNought(last)) ??
    ENDS_IN_EIRCODE.exec(last) ??
    []
  if (!outward || !inward) return { lines: inLines(parts), town: null, postcode: null }
  parts.pop()
  if (before !== '') parts.push(before)
  const town = parts.length > 1 && isTown(parts.at(-1) ?? '') ? parts.pop() : null
  const postcode = `${outward} ${inward}`.toUpperCase()
  return { lines: inLines(parts), town: town ?? null, postcode }
}

/** The address in one text, as forms and lists show it. */
export function joinAddress(address: PostalAddress): string {
  return addressBlock(address).join(', ')
}

/** The lines under the name on an envelope; an Eircode adds the country. */
export function addressBlock(of: {
  lines: readonly string[]
  town: string | null
  postcode: string | null
}): string[] {
  const { lines, town, postcode } = of
  const country = isEircode(postcode ?? '') ? IRELAND : null
  const parts = [...lines, town, postcode, country]
  return parts.filter((part): part is string => part !== null && part !== '')
}

/** 'CO1 1AA', or 'D02 X285' of Ireland, for any way of writing it; null when it is no postcode. */
export function readPostcode(typed: string): string | null {
  const code = compact(typed)
  const [, outward, inward] = POSTCODE.exec(compact(withNought(typed))) ?? EIRCODE.exec(code) ?? []
  return outward && inward ? `${outward} ${inward}` : null
}

/** Whether it is a postcode of Ireland, in any way of writing it. */
export function isEircode(typed: string): boolean {
  return EIRCODE.test(compact(typed))
}

/** A postcode with the letter O where only a digit can stand: 'OX1 OAA' is 'OX1 0AA'. */
export function withNought(typed: string): string {
  return typed.replace(/o(?=[a-z]{2}\s*$)/i, '0')
}

/**
 * Whether a letter can be posted there. 'No fixed abode' is no address, unless the letter goes care
 * of somebody; neither is one without a postcode.
 */
export function isPostal(of: {
  lines: readonly string[]
  postcode: string | null
  careOf?: string | null
}): boolean {
  if (!of.postcode?.trim()) return false
  const lines = of.lines.map((line) => foldedWords(line).join(' ')).filter((line) => line !== '')
  const places = lines.filter((line) => !NO_ADDRESS.test(line))
  const isCareOf = Boolean(of.careOf?.trim()) || lines.some((line) => CARE_OF.test(line))
  return places.length > 0 && (places.length === lines.length || isCareOf)
}

/** Of a folded line. */
const NO_ADDRESS =
  /^((of|i have|has) )?no (fixed |permanent |current )?(abode|address|residence|home)\b|^n ?f ?a$|^homeless\b|^(none|not known|unknown|n ?a)$|^(sleeping|sleeps) rough|^rough sleeper/
const CARE_OF = /^(c o|care of) /
export const IRELAND = 'Ireland'
const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/
const EIRCODE = /^([A-Z]\d[\dW])([\dAC-FHKNPRTV-Y]{4})$/
const ENDS_IN_EIRCODE = /^(?:(.*\S)\s+)?([a-z]\d[\dw])\s*([\dac-fhknprtv-y]{4})$/i
const REPUBLIC = /^(republic of )?(ireland|éire|eire)$/i
const UNITED_KINGDOM =
  /^(united kingdom|uk|great britain|england|scotland|wales|northern ireland)$/i
const ENDS_IN_POSTCODE = /^(?:(.*\S)\s+)?([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})$/i
const NO_TOWN =
  /\d|^(flat|apartment|unit|floor)\b|\b(street|road|lane|avenue|close|drive|crescent|terrace|gardens|mews)$/i

function compact(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase()
}

/** Only where the Eircode will say so again. */
function isIrish(parts: readonly string[]): boolean {
  return REPUBLIC.test(parts.at(-1) ?? '') && ENDS_IN_EIRCODE.test(parts.at(-2) ?? '')
}

function partsOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function isTown(part: string): boolean {
  return !NO_TOWN.test(part)
}

function inLines(parts: string[]): string[] {
  if (parts.length <= MAX_ADDRESS_LINES) return parts
  const kept = MAX_ADDRESS_LINES - 1
  return [...parts.slice(0, kept), parts.slice(kept).join(', ')]
}

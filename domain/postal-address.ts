import { foldedWords } from './fold-text.ts'

/** A United Kingdom address; `postcode` as 'CO1 1AA'. What is not known is null. */
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
  const [, before = '', outward, inward] = ENDS_IN_POSTCODE.exec(parts.at(-1) ?? '') ?? []
  if (!outward || !inward) return { lines: inLines(parts), town: null, postcode: null }
  parts.pop()
  if (before !== '') parts.push(before)
  const town = parts.length > 1 && isTown(parts.at(-1) ?? '') ? parts.pop() : null
  const postcode = `${outward} ${inward}`.toUpperCase()
  return { lines: inLines(parts), town: town ?? null, postcode }
}

/** The address in one text, as forms and lists show it. */
export function joinAddress({ lines, town, postcode }: PostalAddress): string {
  return [...lines, town, postcode].filter((part) => part).join(', ')
}

/** 'CO1 1AA' for any way of writing it; null when it is no postcode. */
export function readPostcode(typed: string): string | null {
  const [, outward, inward] = POSTCODE.exec(typed.replace(/\s/g, '').toUpperCase()) ?? []
  return outward && inward ? `${outward} ${inward}` : null
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
const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/
const UNITED_KINGDOM =
  /^(united kingdom|uk|great britain|england|scotland|wales|northern ireland)$/i
const ENDS_IN_POSTCODE = /^(?:(.*\S)\s+)?([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})$/i
const NO_TOWN =
  /\d|^(flat|apartment|unit|floor)\b|\b(street|road|lane|avenue|close|drive|crescent|terrace|gardens|mews)$/i

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

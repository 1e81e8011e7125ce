// Which numbers get an SMS, and how long its text is (GSM 03.38, 3GPP TS 23.038).

/** Beginnings of national mobile numbers; 070 are personal numbers, 076 pagers, 07624 mobiles. */
const MOBILE = /^7(?:[1-57-9]\d{8}|624\d{6})$/

/** A UK mobile number as typed, in E.164 ('+447700900123'); null for every other text. */
export function ukMobile(typed: string): string | null {
  // \p{Cf} are signs that nobody sees, which come with a number from an address book.
  const digits = typed.trim().replace(/[\s().\p{Dash_Punctuation}\p{Cf}]/gu, '')
  const national =
    /^(?:\+44|0044|44)0?(\d{10})$/.exec(digits)?.[1] ?? /^0?(\d{10})$/.exec(digits)?.[1]
  return national !== undefined && MOBILE.test(national) ? `+44${national}` : null
}

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each counts as two. */
const GSM_EXTENDED = '\f^{}\\[~]|€'

/** What people type, or paste, that the alphabet lacks. */
const PLAIN: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '…': '...',
  '`': "'",
  '\t': ' ',
}

const SIZES = { gsm: { one: 160, part: 153 }, unicode: { one: 70, part: 67 } } as const

/**
 * `units`: characters as an SMS counts them; `parts`: SMS that are paid for; `left`: units until
 * one more part. A character outside the GSM alphabet makes the whole text `unicode`.
 */
export function smsLength(text: string): {
  alphabet: 'gsm' | 'unicode'
  units: number
  parts: number
  left: number
} {
  const characters = [...text]
  const fits = characters.every(isGsm)
  const alphabet = fits ? 'gsm' : 'unicode'
  const costs = characters.map((one) => (fits ? (GSM_EXTENDED.includes(one) ? 2 : 1) : one.length))
  const units = costs.reduce((sum, cost) => sum + cost, 0)
  const { one, part } = SIZES[alphabet]
  if (units <= one) return { alphabet, units, parts: units === 0 ? 0 : 1, left: one - units }
  const { parts, used } = fill(costs, part)
  return { alphabet, units, parts, left: part - used }
}

/**
 * `text` in the GSM alphabet: typographic quotes and dashes become plain ones, accents that the
 * alphabet lacks are left out, and every other character becomes '?'.
 */
export function gsmText(text: string): string {
  return [...text.normalize('NFC')].map((one) => (isGsm(one) ? one : plainOf(one))).join('')
}

function plainOf(character: string): string {
  const plain = PLAIN[character]
  if (plain !== undefined) return plain
  if (/\p{M}|\p{Cf}/u.test(character)) return ''
  return [...character.normalize('NFKD')].filter(isGsm).join('') || '?'
}

function isGsm(character: string): boolean {
  return GSM.includes(character) || GSM_EXTENDED.includes(character)
}

/** A character of two units is never split between parts. */
function fill(costs: number[], size: number): { parts: number; used: number } {
  return costs.reduce(
    ({ parts, used }, cost) =>
      used + cost > size ? { parts: parts + 1, used: cost } : { parts, used: used + cost },
    { parts: 1, used: 0 },
  )
}

// Validation of card data, shared by the card fields and the server.

export type Brand = {
  type: 'visa' | 'mastercard' | 'american-express' | 'maestro'
  niceType: 'Visa' | 'Mastercard' | 'American Express' | 'Maestro'
  starts: RegExp
  lengths: number[]
  /** Digits before each space. */
  groups: number[]
  code: { name: string; size: number }
}

const FOURS = [4, 4, 4, 4]
const BRANDS: Brand[] = [
  brand('visa', 'Visa', /^4/, [13, 16, 19], FOURS, 'CVV', 3),
  brand('mastercard', 'Mastercard', /^(5[1-5]|2[2-7])/, [16], FOURS, 'CVC', 3),
  brand('american-express', 'American Express', /^3[47]/, [15], [4, 6, 5], 'CID', 4),
  brand('maestro', 'Maestro', /^(50|5[6-9]|6)/, [16, 18, 19], FOURS, 'CVC', 3),
]

export function brandOf(number: string): Brand | null {
  return BRANDS.find(({ starts }) => starts.test(number)) ?? null
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

export function isNumberValid(number: string): boolean {
  return (brandOf(number)?.lengths.includes(number.length) ?? false) && passesLuhn(number)
}

/** The checksum of ISO/IEC 7812-1, annex B. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, place) => {
    const digit = Number(character) * (place % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return /^\d+$/.test(number) && sum % 10 === 0
}

export function spacedNumber(number: string): string {
  const groups = brandOf(number)?.groups ?? FOURS
  const parts: string[] = []
  let rest = number
  for (const size of groups) {
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return [...parts, rest].filter((part) => part !== '').join(' ')
}

/** 'MM/YY', also from 'M/YY', 'MMYY', 'MM / YYYY' and autofill formats. */
export function writtenExpiry(text: string): string {
  const [, month = '', year = ''] = /^\D*(\d{1,2})\s*[/-]\s*(\d{0,4})/.exec(text) ?? []
  if (year !== '') return `${month.padStart(2, '0')}/${shortYear(year)}`
  const digits = digitsOf(text)
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  if (padded.length <= 2) return padded
  return `${padded.slice(0, 2)}/${shortYear(padded.slice(2))}`
}

function shortYear(year: string): string {
  return year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2)
}

/** 'YYYY-MM' of 'MM/YY' or of 'YYYY-MM' itself; null for anything else. */
export function isoExpiry(text: string): string | null {
  if (/^20\d\d-(0[1-9]|1[0-2])$/.test(text)) return text
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(text) ?? []
  return month && year ? `20${year}-${month}` : null
}

/** Cards are valid to the end of the month. `expiry` is 'YYYY-MM'. */
export function isExpired(expiry: string, now: Date): boolean {
  return expiry < now.toISOString().slice(0, 7)
}

export function isCodeValid(code: string, size: number): boolean {
  return /^\d+$/.test(code) && code.length === size
}

/** Refuses a card number typed as the name, because names are stored. */
export function isNameValid(name: string): boolean {
  return name.trim() !== '' && name.length <= 300 && digitsOf(name).length < 8
}

function brand(
  type: Brand['type'],
  niceType: Brand['niceType'],
  starts: RegExp,
  lengths: number[],
  groups: number[],
  name: string,
  size: number,
): Brand {
  return { type, niceType, starts, lengths, groups, code: { name, size } }
}

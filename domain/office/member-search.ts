import { plainCode, readAppointmentCode } from '../appointment-code.ts'
import { isCalendarDate } from '../uk-time.ts'
import { phoneDigits } from './search-words.ts'

/** Characters that the search of the whole office takes. */
export const SEARCH_LENGTH = { min: 2, max: 120 } as const

/** What a search asks for; all of `words`, `numbers`, `email` and `dateOfBirth` must hold. */
export type MemberSearch = {
  /** Beginnings of words of name, email address and postcode, in lower case. */
  words: string[]
  /** Digits that a telephone number begins with, or ends with. */
  numbers: SearchedNumber[]
  /** Part of an e-mail address, or all of it, with its '@' and what is before. */
  email: string | null
  /** 'YYYY-MM-DD' */
  dateOfBirth: string | null
  /** Digits that are read as a date may also be of a telephone number. */
  dateOrNumber: SearchedNumber | null
  /** Perhaps the reference of a payment, in each way of writing it. */
  paymentCodes: string[]
  /** Perhaps the reference of an appointment, '4ZCD-Q4VD', or its first four symbols or more. */
  appointment: string | null
}

/** `start` is without the country or trunk prefix. */
type SearchedNumber = { start: string; end: string }

/**
 * Reads one search box. Dates are 1958-03-14, 14/03/1958, 14.3.58, 14 3 58, 140358, 14 March 1958 or
 * March 14 1958, beside other words too. Titles and 'ref' or 'born' at the beginning are left out.
 */
export function readMemberSearch(typed: string): MemberSearch {
  const text = typed.trim().replace(INTRODUCTION, '')
  const { date: dateOfBirth, rest: others } = takeDate(text)
  const codes = { paymentCodes: paymentCodes(text), appointment: appointmentReference(text) }
  const isNumber = /^[+()\d\s.-]{4,}$/.test(text)
  const none = { words: [], numbers: [], email: null, dateOfBirth, dateOrNumber: null, ...codes }
  if (isNumber && dateOfBirth !== null)
    return { ...none, dateOrNumber: /^\d+$/.test(text) ? numberIn(text) : null }
  if (isNumber) return { ...none, numbers: numbersIn([text]) }
  const parts = others.split(/\s+/).filter((part) => part !== '')
  const words = parts.filter((part) => !DIGITS.test(part)).flatMap(wordsIn)
  return {
    ...none,
    words: words.filter((word) => word !== '').map((word) => word.toLowerCase()),
    numbers: numbersIn(parts.filter((part) => DIGITS.test(part))),
    email: parts.find((part) => part.indexOf('@') > 0)?.toLowerCase() ?? null,
  }
}

/** Whether a search of these parts names nobody: lists then show all of their rows. */
export function namesNobody(search: MemberSearch): boolean {
  return (
    search.words.length + search.numbers.length === 0 &&
    search.dateOfBirth === null &&
    search.appointment === null
  )
}

const INTRODUCTION =
  /^(?:mailto:|(?:mr|mister|dr|sir|prof|ref|reference|born|dob|tel|phone)[.:]?\s+)+/i
const DIGITS = /^\+?\d{4,}$/

/** Half of all members have the words of one domain, so a search for them takes long. */
function wordsIn(part: string): string[] {
  const named = part.indexOf('@') > 0 ? part.slice(0, part.indexOf('@')) : part
  return named.normalize('NFC').split(/[^\p{L}\p{N}]+/u)
}

function numbersIn(parts: readonly string[]): SearchedNumber[] {
  return parts.map(numberIn).filter(({ start }) => start !== '')
}

function numberIn(text: string): SearchedNumber {
  return { start: phoneDigits(text), end: text.replace(/\D/g, '') }
}

function paymentCodes(text: string): string[] {
  const code = text.replace(/\s/g, '')
  return /^[\w-]{6,64}$/.test(code) ? [...new Set([text, code, code.toUpperCase()])] : []
}

/** Symbols of server/bookings/reference.ts. */
const REFERENCE = /^[2-9A-HJKMNP-TV-Z]{4,8}$/

/** Of a typed reference or its beginning, or of the QR code of an appointment; null for other texts. */
function appointmentReference(text: string): string | null {
  const scanned = readAppointmentCode(text)
  const code = scanned && scanned !== 'misread' ? scanned.reference : plainCode(text)
  if (!REFERENCE.test(code) || !/^[\w\s\p{Pd}]+$/u.test(text)) return null
  return code.length === 4 ? code : `${code.slice(0, 4)}-${code.slice(4)}`
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const WEEKDAY = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?'
const YEAR = '(\\d{4}|\\d{2})(?!\\S)'
/** Each with the parts that it has, in their order. */
const DATES: readonly [RegExp, readonly ('day' | 'month' | 'year')[]][] = [
  [/(?<!\S)(\d{4})-(\d{1,2})-(\d{1,2})(?!\S)/, ['year', 'month', 'day']],
  [/(?<!\S)(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})(?!\S)/, ['day', 'month', 'year']],
  [
    new RegExp(
      `(?<!\\S)${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]?${MONTH}[ -]?${YEAR}`,
      'i',
    ),
    ['day', 'month', 'year'],
  ],
  [
    new RegExp(`(?<!\\S)${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}`, 'i'),
    ['month', 'day', 'year'],
  ],
  [/^(\d{2})(\d{2})(\d{4}|\d{2})$/, ['day', 'month', 'year']],
  // Beside a name; beside other digits it may be of a telephone number.
  [/(?<=^[^\d]*\p{L}[^\d]*)(?<!\S)(\d{2})(\d{2})(\d{4}|\d{2})(?!\S)/u, ['day', 'month', 'year']],
  [/^(\d{2})(\d{2})(\d{4}|\d{2})(?=\s[^\d]+$)/, ['day', 'month', 'year']],
]

/** The first date 'YYYY-MM-DD' of a text, null without one, and what is beside it. */
export function takeDate(text: string): { date: string | null; rest: string } {
  for (const [pattern, names] of DATES) {
    const match = pattern.exec(text)
    if (!match) continue
    const part = (name: (typeof names)[number]) => match[names.indexOf(name) + 1] ?? ''
    const date = `${yearIn(part('year'))}-${monthIn(part('month'))}-${part('day').padStart(2, '0')}`
    if (isCalendarDate(date)) return { date, rest: text.replace(match[0], ' ') }
  }
  return { date: null, rest: text }
}

const MONTHS_OF_YEARS: readonly RegExp[] = [
  new RegExp(`(?<!\\S)${MONTH} (\\d{4}|\\d{2})(?!\\S)`, 'i'),
  /(?<!\S)(\d{1,2})[/.](\d{4})(?!\S)/,
]

/** The first month 'YYYY-MM' of a text, null without one, and what is beside it. */
export function takeMonth(text: string): { date: string | null; rest: string } {
  for (const pattern of MONTHS_OF_YEARS) {
    const [all, month = '', year = ''] = pattern.exec(text) ?? []
    if (all === undefined) continue
    const date = `${yearIn(year)}-${monthIn(month)}`
    if (isCalendarDate(`${date}-01`)) return { date, rest: text.replace(all, ' ') }
  }
  return { date: null, rest: text }
}

/** Two digits are of the last century from 20 on. */
function yearIn(text: string): string {
  if (text.length === 4) return text
  return `${Number(text) < 20 ? 20 : 19}${text}`
}

function monthIn(text: string): string {
  const named = MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
  return named > 0 ? String(named).padStart(2, '0') : text.padStart(2, '0')
}

import { isCalendarDate } from '../uk-time.ts'

/** Characters that the search of the whole office takes. */
export const SEARCH_LENGTH = { min: 2, max: 120 } as const

/** What a search asks for; all of it must hold. */
export type MemberSearch = {
  /** Beginnings of words of name and e-mail address, or of the telephone number's digits. */
  words: string[]
  /** Part of an e-mail address, or all of it, with its '@' and what is before. */
  email: string | null
  /** 'YYYY-MM-DD' */
  dateOfBirth: string | null
  /** Perhaps the reference of an appointment or a payment. */
  reference: string | null
}

/**
 * Reads one search box. Dates are 1958-03-14, 14/03/1958, 14.3.58, 14 3 58, 140358, 14 March 1958 or
 * March 14 1958, beside other words too.
 */
export function readMemberSearch(typed: string): MemberSearch {
  const text = typed.trim()
  const reference = /^[\w-]{6,64}$/.test(text) ? text : null
  const { date: dateOfBirth, rest: others } = takeDate(text)
  const telephone = /^[+()\d\s.-]{5,}$/.test(text) && dateOfBirth === null
  if (telephone) return { words: digitsOf(text), email: null, dateOfBirth: null, reference }
  const rest = others.split(/\s+/).filter((part) => part !== '')
  const words = rest.flatMap((part) =>
    /^\+?\d{6,}$/.test(part) ? digitsOf(part) : wordsBeforeAt(part).split(/[^\p{L}\p{N}]+/u),
  )
  return {
    words: words.filter((word) => word !== '').map((word) => word.toLowerCase()),
    email: rest.find((part) => part.indexOf('@') > 0)?.toLowerCase() ?? null,
    dateOfBirth,
    reference,
  }
}

/** Half of all members have the words of one domain, so a search for them takes long. */
function wordsBeforeAt(part: string): string {
  return part.indexOf('@') > 0 ? part.slice(0, part.indexOf('@')) : part
}

/** Without the country or trunk prefix; none when nothing is left. */
function digitsOf(text: string): string[] {
  const digits = text.replace(/\D/g, '').replace(/^(0044|44|0)/, '')
  return digits === '' ? [] : [digits]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** Each with the parts that it has, in their order. */
const DATES: readonly [RegExp, readonly ('day' | 'month' | 'year')[]][] = [
  [/(?<!\S)(\d{4})-(\d{1,2})-(\d{1,2})(?!\S)/, ['year', 'month', 'day']],
  [/(?<!\S)(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})(?!\S)/, ['day', 'month', 'year']],
  [
    new RegExp(`(?<!\\S)(\\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH}[ -](\\d{4}|\\d{2})(?!\\S)`, 'i'),
    ['day', 'month', 'year'],
  ],
  [
    new RegExp(`(?<!\\S)${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4}|\\d{2})(?!\\S)`, 'i'),
    ['month', 'day', 'year'],
  ],
  [/^(\d{2})(\d{2})(\d{4}|\d{2})$/, ['day', 'month', 'year']],
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

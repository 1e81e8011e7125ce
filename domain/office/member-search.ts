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

/** Reads one search box; dates are YYYY-MM-DD or DD/MM/YYYY. */
export function readMemberSearch(typed: string): MemberSearch {
  const text = typed.trim()
  const reference = /^[\w-]{6,64}$/.test(text) ? text : null
  const telephone = /^[+()\d\s.-]{5,}$/.test(text) && dateIn(text) === null
  if (telephone) return { words: digitsOf(text), email: null, dateOfBirth: null, reference }
  const parts = text.split(/\s+/).filter((part) => part !== '')
  const dates = parts.flatMap((part) => dateIn(part) ?? [])
  const rest = parts.filter((part) => dateIn(part) === null)
  const words = rest.flatMap((part) =>
    /^\+?\d{6,}$/.test(part) ? digitsOf(part) : wordsBeforeAt(part).split(/[^\p{L}\p{N}]+/u),
  )
  return {
    words: words.filter((word) => word !== '').map((word) => word.toLowerCase()),
    email: rest.find((part) => part.indexOf('@') > 0)?.toLowerCase() ?? null,
    dateOfBirth: dates[0] ?? null,
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

function dateIn(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const date =
    day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isCalendarDate(date) ? date : null
}

import type { Period } from '../../../domain/office/statement-schemas.ts'

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/

/** The period in the address of the screen; what is no month is left out. */
export function periodIn(search: URLSearchParams): Period {
  const of = (key: 'from' | 'to') => {
    const month = search.get(key) ?? ''
    return MONTH.test(month) ? month : undefined
  }
  return { from: of('from'), to: of('to') }
}

/** The months from this one back, 'YYYY-MM', newest first. */
export function monthsBack(today: string, count: number): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(year, month - 1 - n, 1)).toISOString().slice(0, 7),
  )
}

/** 'January 2027' of '2027-01'. */
export function monthText(month: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
}

/** For the title of a printed statement. */
export function periodText({ from, to }: Period): string {
  if (from && to) return from === to ? monthText(from) : `${monthText(from)} to ${monthText(to)}`
  if (from) return `Since ${monthText(from)}`
  return to ? `Until ${monthText(to)}` : 'All time'
}

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

/** In which month the charity's financial year begins; 4 is April. */
const FINANCIAL_YEAR_BEGINS = 4

/** Periods that a treasurer asks for, as of today in London; the first is shown at the start. */
export function usualPeriods(today: string): readonly { label: string; period: Period }[] {
  const [thisMonth = '', lastMonth = ''] = monthsBack(today, 2)
  const [year = 0, month = 0] = today.split('-').map(Number)
  const begun = month < FINANCIAL_YEAR_BEGINS ? year - 1 : year
  return [
    { label: 'This month', period: { from: thisMonth, to: thisMonth } },
    { label: 'Last month', period: { from: lastMonth, to: lastMonth } },
    { label: 'This financial year', period: financialYear(begun) },
    { label: 'Last financial year', period: financialYear(begun - 1) },
    { label: 'All time', period: {} },
  ]
}

function financialYear(begun: number): Period {
  const from = `${begun}-${String(FINANCIAL_YEAR_BEGINS).padStart(2, '0')}`
  return { from, to: monthsBack(`${begun + 1}${from.slice(4)}-01`, 2)[1] }
}

/** For the address of the screen: without months it says that all time is wanted. */
export function periodSearch({ from, to }: Period): URLSearchParams {
  if (!from && !to) return new URLSearchParams({ all: '1' })
  return new URLSearchParams({ ...(from && { from }), ...(to && { to }) })
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

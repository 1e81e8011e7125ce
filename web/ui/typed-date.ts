export type Typed = { day: string; month: string; year: string }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 'YYYY-MM-DD', also from month names; '' when all boxes are empty. Does not validate. */
export function dateOf({ day, month, year }: Typed): string {
  if (!day.trim() && !month.trim() && !year.trim()) return ''
  const named = MONTHS.indexOf(month.trim().slice(0, 3).toLowerCase()) + 1
  const number = named > 0 ? String(named) : month.trim()
  return [year.trim().padStart(4, '0'), number.padStart(2, '0'), day.trim().padStart(2, '0')].join(
    '-',
  )
}

/** Without leading zeros; all empty for ''. */
export function partsOf(date: string): Typed {
  const [year = '', month = '', day = ''] = date.split('-')
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year }
}

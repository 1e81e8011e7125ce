export type Typed = { day: string; month: string; year: string }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A date of birth as 'YYYY-MM-DD', also from month names and from a year of two digits ('58' is 1958, up to
 * '99'); '' when all boxes are empty. Does not validate.
 */
export function dateOf({ day, month, year }: Typed): string {
  if (!day.trim() && !month.trim() && !year.trim()) return ''
  const named = MONTHS.indexOf(month.trim().slice(0, 3).toLowerCase()) + 1
  const number = named > 0 ? String(named) : month.trim()
  return [inFull(year.trim()), number.padStart(2, '0'), day.trim().padStart(2, '0')].join('-')
}

/** Nobody of 40 to 80 was born in a year that ends in '00' to '39', so those are asked for in full. */
function inFull(year: string): string {
  return /^[4-9]\d$/.test(year) ? `19${year}` : year
}

/** Without leading zeros; all empty for ''. */
export function partsOf(date: string): Typed {
  const [year = '', month = '', day = ''] = date.split('-')
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year }
}

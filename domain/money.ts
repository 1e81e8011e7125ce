const sterling = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** 2500 is '£25.00' (rules §4.1). Throws RangeError for a fraction of a penny. */
export function pounds(pence: number): string {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`Not a whole number of pence: ${pence}`)
  return sterling.format(pence / 100)
}

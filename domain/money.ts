const sterling = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/**
 * Pence as people read them: 2500 is '£25.00', 125000 is '£1,250.00' (spec §9: GBP, en_GB, two
 * decimals). Throws RangeError for a fraction of a penny, which can only be a mistake.
 */
export function pounds(pence: number): string {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`Not a whole number of pence: ${pence}`)
  return sterling.format(pence / 100)
}

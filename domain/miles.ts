// Apart from nearby.ts, so that pages with distances do not carry how a postcode is read.

/** 'under a mile', 'about 4 miles'. */
export function milesInWords(miles: number): string {
  const whole = Math.round(miles)
  if (whole === 0) return 'under a mile'
  return `about ${whole.toLocaleString('en-GB')} ${whole === 1 ? 'mile' : 'miles'}`
}

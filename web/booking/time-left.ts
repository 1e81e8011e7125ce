/** '14 minutes', '1 minute' or 'less than a minute'; `left` in ms. */
export function minutesInWords(left: number): string {
  const minutes = Math.round(left / 60_000)
  if (left < 60_000) return 'less than a minute'
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** Announced at 5 minutes and at 1, otherwise ''; `left` in ms. */
export function spokenWarning(left: number): string {
  if (left <= 0 || left > 5 * 60_000) return ''
  if (left > 60_000) return 'We will hold your time for 5 more minutes.'
  return 'We will hold your time for 1 more minute.'
}

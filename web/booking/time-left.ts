/** '14 minutes', '1 minute' or 'less than a minute'; `left` in ms. */
export function minutesInWords(remaining: number): string {
  const minutes = Math.round(remaining / 60_000)
  if (remaining < 60_000) return 'less than a minute'
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** Announced at 5 minutes and at 1, otherwise ''; `left` in ms. */
export function spokenWarning(remaining: number): string {
  if (remaining <= 0 || remaining > 5 * 60_000) return ''
  if (remaining > 60_000) return 'We will hold your time for 5 more minutes.'
  return 'We will hold your time for 1 more minute.'
}

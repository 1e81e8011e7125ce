// How the pre-printed codes of a laboratory look: '#' is a digit, '@' a letter, all else itself.

/** What a laboratory takes. `patterns` as the office typed them; null for the usual ones. */
export type TubeRule = { ownLabelsOnly: boolean; patterns: string | null }

/** Our labels, and letters with digits. */
export const USUAL_TUBES: TubeRule = { ownLabelsOnly: false, patterns: null }

const PATTERN = /^[A-Z0-9#@]{6,24}$/
const LEAST_DIGITS = 3
export const TUBE_PATTERN_ERROR =
  'Write # for a digit and @ for a letter, six signs or more with three digits, like LX######.'
const MONTH = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC'
const DATE_IN_WORDS = new RegExp(`^\\d{1,2}(?:ST|ND|RD|TH)?(?:${MONTH})[A-Z]*(?:\\d{2}|\\d{4})?$`)
const TIME_IN_WORDS = /^(?:AT)?\d{1,6}(?:AM|PM|HRS?|HOURS|OCLOCK|H\d{0,2}|UHR)$/

/** In capitals, parted by spaces, commas or lines; null when one of them cannot be a pattern. */
export function readTubePatterns(text: string): string[] | null {
  const patterns = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const areAll = patterns.every(
    (one) => PATTERN.test(one) && one.split('#').length > LEAST_DIGITS && !one.startsWith('CHP'),
  )
  return areAll && patterns.length > 0 ? patterns : null
}

/** Whether a code that is not ours can be a tube of the laboratory. */
export function wantsTube(code: string, { ownLabelsOnly, patterns }: TubeRule): boolean {
  if (ownLabelsOnly || DATE_IN_WORDS.test(code) || TIME_IN_WORDS.test(code)) return false
  if (patterns === null) return code.length >= 6 && /[A-Z]/.test(code) && /\d/.test(code)
  return (readTubePatterns(patterns) ?? []).some((pattern) => isLike(code, pattern))
}

function isLike(code: string, pattern: string): boolean {
  return (
    code.length === pattern.length &&
    [...pattern].every((sign, place) => {
      const letter = code[place] ?? ''
      if (sign === '#') return /\d/.test(letter)
      return sign === '@' ? /[A-Z]/.test(letter) : sign === letter
    })
  )
}

/** Whether each number is on a slip that the member carries to the chair too. */
export function hasSlips(event: {
  tubes?: { on_slips?: boolean | undefined } | undefined
}): boolean {
  return event.tubes?.on_slips === true
}

/** As a day tells it; the usual ones where an older version kept the day. */
export function tubeRuleOf(event: {
  tubes?: { own_labels_only: boolean; patterns: string | null } | undefined
}): TubeRule {
  const { tubes } = event
  if (!tubes) return USUAL_TUBES
  return { ownLabelsOnly: tubes.own_labels_only, patterns: tubes.patterns }
}

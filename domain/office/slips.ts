// The slip that a member carries from the check-in to the chair: the second label of a tube's number.
import { type AttendanceAction, standingActions } from './attendance.ts'
import { labelOf, plainTubeCode, readTubeCode } from './tube-code.ts'
import type { TubeRule } from './tube-patterns.ts'

const SLIP = /^CHS(\d{8})$/
const OUR_DIGITS = /^\d{8}$/

/** The code on the slip of a tube: 'CHS' for the 'CHP' of our labels; a laboratory's code as it is. */
export function slipCodeOf(tube: string): string {
  return labelOf(tube) === null ? tube : tube.replace(/^CHP/, 'CHS')
}

/** The tube of the slip with this label of ours; null for anything else. */
export function tubeOfSlip(text: string): string | null {
  const [, digits = ''] = SLIP.exec(withoutSpaces(text)) ?? []
  const tube = `CHP${digits}`
  return labelOf(tube) === null ? null : tube
}

/**
 * The code of the tube that a slip is for, as it was scanned or typed, and the text itself where no
 * code can be read; null for our label of a tube: its slip begins with CHS, so that a tube scanned
 * twice is no slip and tube.
 */
export function slipOf(text: string): string | null {
  const own = tubeOfSlip(text)
  if (own !== null) return own
  const code = plainTubeCode(text)
  if (code === null) return text.trim() || null
  return labelOf(code) === null || OUR_DIGITS.test(withoutSpaces(text)) ? code : null
}

/** As slipOf, but null for what is no tube at this laboratory. */
export function readSlipCode(text: string, rule: TubeRule): string | null {
  const code = slipOf(text)
  return code === null ? null : readTubeCode(code, rule)
}

/** The tube code of the slip that the member has; null without one. The last one given counts. */
export function standingSlip(actions: readonly AttendanceAction[]): string | null {
  return standingActions(actions).findLast(({ type }) => type === 'slip')?.slip ?? null
}

/**
 * Whether a sample's tube disagrees with slips: with the one that was scanned beside it, with the one
 * that the member has, or with one of somebody else.
 */
export function differsFromSlip(
  { tube, slip }: { tube: string | null; slip?: string | null | undefined },
  { own, isOfOther }: { own: string | null; isOfOther: boolean },
): boolean {
  if (tube === null) return false
  return isOfOther || [slip ?? null, own].some((code) => code !== null && code !== tube)
}

function withoutSpaces(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

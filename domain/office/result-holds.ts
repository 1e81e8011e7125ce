// Why what a laboratory reported may not go on (docs/decisions/0047): derived from the samples, the
// consent and the member as they stand now, never stored.
import * as z from 'zod/mini'
import { areDeclaredTheirs } from './attendance.ts'

const HOLD_KINDS = [
  'sample_undone',
  'two_samples',
  'slip_differs',
  'consent_withdrawn',
  'sampled_in_doubt',
  'identity_changed',
  'merged',
  'died',
  'erased',
  'later_report',
] as const
type HoldKind = (typeof HOLD_KINDS)[number]

/** `tube`, `by` and `words` are of an undone sample, or of one that disagrees with a slip. */
export const HoldSchema = z.object({
  kind: z.enum(HOLD_KINDS),
  at: z.nullable(z.iso.datetime()),
  by: z.nullable(z.string()),
  tube: z.nullable(z.string()),
  words: z.nullable(z.string()),
})
export type Hold = z.infer<typeof HoldSchema>

/** `tell`: the member reads it anyway; `gp_only`: a letter to the GP alone; `destroy`: nobody does. */
export const RESULT_CHOICES = ['tell', 'gp_only', 'destroy'] as const
export type ResultChoice = (typeof RESULT_CHOICES)[number]

export type UndoneSample = { tube: string; at: Date; by: string; words: string | null }
/** Of a laboratory result and its appointment. `tube` is the one that the laboratory wrote. */
export type HoldFacts = {
  tube: string | null
  standing: readonly { actionId: string; tube: string }[]
  undone: readonly UndoneSample[]
  /** Standing samples that disagree with a slip (domain/office/slips.ts). */
  differing: readonly UndoneSample[]
  /** The samples that each declaration of a lead says are all of this member (areDeclaredTheirs). */
  declarations: readonly (readonly string[])[]
  consentWithdrawnAt: Date | null
  choice: { choice: ResultChoice; at: Date } | null
  /** When a doubt about capacity arose in which the sample was taken (doubtOfSample). */
  doubtedAt: Date | null
  /**
   * When the name or birth date changed after the sample that the report fits, and that it did not
   * fit before (fitsOnlyChanged).
   */
  identityChangedAt: Date | null
  /** When its record was merged into another, of a result that nobody has named yet. */
  mergedAt: Date | null
  /** When a clinician last said that the sample is of this person. */
  comparedAt: Date | null
  diedAt: Date | null
  isErased: boolean
  hasLaterReport: boolean
}

/** Every hold that stands, the gravest first; empty when the result may go on. */
export function holdsOf(facts: HoldFacts): Hold[] {
  const { diedAt, doubtedAt, isErased, hasLaterReport } = facts
  return [
    ...sampleHolds(facts),
    ...slipHolds(facts),
    ...(hasLaterReport ? [hold('later_report')] : []),
    ...(isErased ? [hold('erased')] : []),
    ...(diedAt === null ? [] : [hold('died', { at: diedAt.toISOString() })]),
    ...(doubtedAt === null ? [] : [hold('sampled_in_doubt', { at: doubtedAt.toISOString() })]),
    ...identityHolds(facts),
    ...mergedHolds(facts),
    ...consentHolds(facts),
  ]
}

/** A row without a tube, or with one that was never of the appointment, hangs on what stands there. */
function sampleHolds({ tube, standing, undone, declarations }: HoldFacts): Hold[] {
  const stands = standing.some((one) => one.tube === tube)
  const own = undone.findLast((one) => one.tube === tube)
  const lost = own && !stands ? own : standing.length === 0 ? undone.at(-1) : undefined
  if (lost) {
    const { at, by, tube, words } = lost
    return [hold('sample_undone', { at: at.toISOString(), by, tube, words })]
  }
  const ids = standing.map(({ actionId }) => actionId)
  return ids.length < 2 || areDeclaredTheirs(ids, declarations) ? [] : [hold('two_samples')]
}

/** The blood was given under the record that is part of another one now. */
function mergedHolds({ mergedAt: at, comparedAt }: HoldFacts): Hold[] {
  if (at === null || (comparedAt !== null && comparedAt >= at)) return []
  return [hold('merged', { at: at.toISOString() })]
}

/** Of the row's tube, or of any where it has none; until a clinician compared it afterwards. */
function slipHolds({ tube: reported, differing, comparedAt }: HoldFacts): Hold[] {
  const one = differing.find(({ tube }) => reported === null || tube === reported)
  if (!one || (comparedAt !== null && comparedAt >= one.at)) return []
  const { at, by, tube, words } = one
  return [hold('slip_differs', { at: at.toISOString(), by, tube, words })]
}

/** What a clinician said is about the changes before it. */
function identityHolds({ identityChangedAt: at, comparedAt }: HoldFacts): Hold[] {
  if (at === null || (comparedAt !== null && comparedAt >= at)) return []
  return [hold('identity_changed', { at: at.toISOString() })]
}

/** A choice is about the withdrawal before it. */
function consentHolds({ consentWithdrawnAt: at, choice }: HoldFacts): Hold[] {
  if (at === null || (choice !== null && choice.at >= at)) return []
  return [hold('consent_withdrawn', { at: at.toISOString() })]
}

function hold(kind: HoldKind, of: Partial<Hold> = {}): Hold {
  return { at: null, by: null, tube: null, words: null, ...of, kind }
}

/** What a clinician may review meanwhile: a grave number has to be known to somebody. */
const REVIEWED: readonly HoldKind[] = [
  'consent_withdrawn',
  'sampled_in_doubt',
  'identity_changed',
  'merged',
  'died',
]

export function mayReview(holds: readonly Hold[]): boolean {
  return holds.every(({ kind }) => REVIEWED.includes(kind))
}

/** The member is neither rung nor shown the result while anything holds it. */
export function mayRelease(holds: readonly Hold[], choice: ResultChoice | null): boolean {
  return holds.every(({ kind }) => kind === 'died' && choice === 'gp_only')
}

/** What a clinician ends by saying that the sample is of this person. */
const COMPARED: readonly HoldKind[] = ['identity_changed', 'slip_differs', 'merged']

export function mayCompare(holds: readonly Hold[]): boolean {
  return holds.some(({ kind }) => COMPARED.includes(kind))
}

/**
 * A withdrawn consent and a death leave a choice, and nothing goes to the dead; another choice may
 * follow until the release.
 */
export function mayChoose(
  holds: readonly Hold[],
  of: { choice: ResultChoice; sharesWithGp: boolean; isWithdrawn: boolean },
): boolean {
  // Nobody is left to tell: it is closed, with the reason, instead of waiting for ever.
  if (holds.some(({ kind }) => kind === 'erased')) return of.choice === 'destroy'
  const hasDied = holds.some(({ kind }) => kind === 'died')
  if (!mayReview(holds) || (!of.isWithdrawn && !hasDied)) return false
  if (of.choice === 'gp_only') return of.sharesWithGp
  return of.choice === 'tell' ? !hasDied : of.isWithdrawn
}

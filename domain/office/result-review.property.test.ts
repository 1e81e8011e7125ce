// Random review histories: what was ever called red is released only as two clinicians agree.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BANDS } from '../results.ts'
import { type PastReview, stateAfterReview, stateAfterSecond } from './result-review.ts'
import type { LabResultState } from './result-states.ts'

const STAFF = [1, 2, 3]
const step = fc.record({
  act: fc.constantFrom('decide', 'decide', 'decide', 'send back', 'correct', 'ring', 'release'),
  staffId: fc.constantFrom(...STAFF),
  band: fc.constantFrom(...BANDS),
  ringFirst: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
type Rules = { afterReview: typeof stateAfterReview; afterSecond: typeof stateAfterSecond }
type Life = { state: LabResultState; report: number; reviews: PastReview[] }

const RULES: Rules = { afterReview: stateAfterReview, afterSecond: stateAfterSecond }
/** As it was before: only the new band counts. */
const BY_NEW_BAND: Rules = {
  ...RULES,
  afterReview: (reviews) => stateAfterReview(reviews.slice(-1)),
}
const BY_CHECKBOX: Rules = {
  afterReview: (reviews) => unlessRequested(reviews, stateAfterReview(reviews)),
  afterSecond: (reviews) => unlessRequested(reviews, stateAfterSecond(reviews)),
}
const WITHOUT_CALL: Rules = {
  ...RULES,
  afterReview: (reviews) => {
    const state = stateAfterReview(reviews)
    return state === 'ring first' && !reviews.at(-1)?.ringFirst ? 'ready' : state
  },
}

/** As it was before: only a clinician's tick asks for the call. */
function unlessRequested(reviews: readonly PastReview[], state: LabResultState): LabResultState {
  return state === 'ring first' && !reviews.some(({ ringFirst }) => ringFirst) ? 'ready' : state
}

/** What is wrong with a life of these steps; null for nothing. */
function wrongIn(steps: readonly Step[], rules: Rules): string | null {
  let life: Life = { state: 'review', report: 1, reviews: [] }
  for (const one of steps) {
    life = next(life, one, rules)
    const wrong = wrongNow(life)
    if (wrong) return wrong
  }
  return null
}

function next(life: Life, { act, staffId, band, ringFirst }: Step, rules: Rules): Life {
  const { state, report, reviews } = life
  const added = (kind: PastReview['kind']): PastReview[] => {
    const isDecision = kind === 'first' || kind === 'second'
    const decided = isDecision ? { band, ringFirst } : { band: null, ringFirst: false }
    return [...reviews, { report, kind, staffId, ...decided }]
  }
  if (act === 'correct') return { state: 'review', report: report + 1, reviews }
  if (act === 'send back')
    return state === 'review' || state === 'released'
      ? life
      : { ...life, state: 'review', reviews: added('sent back') }
  if (act === 'ring')
    return state === 'ring first' ? { ...life, state: 'ready', reviews: added('rung') } : life
  if (act === 'release')
    return state === 'ready' ? { ...life, state: 'released', reviews: added('released') } : life
  if (state === 'review') {
    const now = added('first')
    return { ...life, state: rules.afterReview(now), reviews: now }
  }
  const first = reviews.findLast(({ kind }) => kind === 'first')
  if (state !== 'second' || first?.staffId === staffId) return life
  const now = added('second')
  return { ...life, state: rules.afterSecond(now), reviews: now }
}

function wrongNow({ state, report, reviews }: Life): string | null {
  if (state !== 'ready' && state !== 'ring first') return null
  const decisions = reviews.filter(({ kind }) => kind === 'first' || kind === 'second')
  const last = decisions.at(-1)
  const before = decisions.at(-2)
  const wasRed = decisions.some(({ band }) => band === 'Red')
  const agree =
    last?.kind === 'second' &&
    before?.kind === 'first' &&
    before.report === report &&
    before.staffId !== last.staffId &&
    before.band === last.band
  if (wasRed && !agree) return 'a red is released by one clinician'
  const lastOther = reviews.findLastIndex(({ kind }) => kind !== 'rung')
  const isRung = reviews.slice(lastOther + 1).some(({ kind }) => kind === 'rung')
  if (state !== 'ready' || isRung) return null
  const isAfterRelease = reviews.some(({ kind }) => kind === 'released')
  if (wasRed && isAfterRelease) return 'a red is replaced without a call'
  return decisions.some(({ ringFirst }) => ringFirst) ? 'a call was lost' : null
}

const check = (rules: Rules) =>
  fc.check(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => wrongIn(steps, rules) === null),
    { numRuns: 5000 },
  )

test('in no history is a red released, raised or lowered by one clinician, or its call lost', () => {
  expect(check(RULES).failed).toBe(false)
})

test('the histories find a rule that looks only at the new band, and one that loses the call', () => {
  expect(check(BY_NEW_BAND).failed).toBe(true)
  expect(check(WITHOUT_CALL).failed).toBe(true)
  expect(check(BY_CHECKBOX).failed).toBe(true)
})

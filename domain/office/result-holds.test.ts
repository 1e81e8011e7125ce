import { expect, test } from 'vitest'
import {
  type HoldFacts,
  holdsOf,
  mayChoose,
  mayCompare,
  mayRelease,
  mayReview,
} from './result-holds.ts'

const [NINE, TEN, ELEVEN] = ['09', '10', '11'].map((hour) => new Date(`2027-01-12T${hour}:00:00Z`))
const facts = (over: Partial<HoldFacts> = {}): HoldFacts => ({
  tube: 'A1',
  standing: [{ actionId: 'first', tube: 'A1' }],
  undone: [],
  differing: [],
  declarations: [],
  consentWithdrawnAt: null,
  choice: null,
  doubtedAt: null,
  identityChangedAt: null,
  mergedAt: null,
  comparedAt: null,
  diedAt: null,
  isErased: false,
  hasLaterReport: false,
  ...over,
})
const kinds = (over: Partial<HoldFacts>) => holdsOf(facts(over)).map(({ kind }) => kind)
const undone = (tube: string) => ({ tube, at: TEN as Date, by: 'Ann Lead', words: 'A twin' })

test('nothing holds a result whose sample stands alone', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ tube: null })).toEqual([])
  expect(kinds({ tube: 'NEVER', standing: [], undone: [] })).toEqual([])
})

test('a tube that was taken back holds its result, with who said so and why', () => {
  const standing = [{ actionId: 'second', tube: 'B2' }]
  expect(holdsOf(facts({ standing, undone: [undone('A1')] }))).toMatchObject([
    { kind: 'sample_undone', by: 'Ann Lead', tube: 'A1', words: 'A twin' },
  ])
  expect(kinds({ tube: 'B2', standing, undone: [undone('A1')] })).toEqual([])
  expect(kinds({ tube: null, standing, undone: [undone('A1')] })).toEqual([])
  expect(kinds({ tube: null, standing: [], undone: [undone('A1')] })).toEqual(['sample_undone'])
  expect(kinds({ undone: [undone('A1')] })).toEqual([])
})

test('a tube that disagrees with a slip holds its result, with who, when and why, until compared', () => {
  const differing = [undone('A1')]
  expect(holdsOf(facts({ differing }))).toMatchObject([
    { kind: 'slip_differs', by: 'Ann Lead', tube: 'A1', words: 'A twin', at: TEN?.toISOString() },
  ])
  expect(mayReview(holdsOf(facts({ differing })))).toBe(false)
  expect(mayCompare(holdsOf(facts({ differing })))).toBe(true)
  expect(kinds({ differing, tube: null })).toEqual(['slip_differs'])
  expect(kinds({ differing: [undone('B2')] })).toEqual([])
  expect(kinds({ differing, comparedAt: NINE as Date })).toEqual(['slip_differs'])
  expect(kinds({ differing, comparedAt: ELEVEN as Date })).toEqual([])
})

test('two samples hold it until both are declared to be of the member', () => {
  const standing = [
    { actionId: 'first', tube: 'A1' },
    { actionId: 'second', tube: 'B2' },
  ]
  expect(kinds({ standing })).toEqual(['two_samples'])
  expect(kinds({ standing, declarations: [['first', 'second']] })).toEqual([])
  // Declared before the second, or each alone.
  expect(kinds({ standing, declarations: [['first']] })).toEqual(['two_samples'])
  expect(kinds({ standing, declarations: [['first'], ['second']] })).toEqual(['two_samples'])
})

test('a withdrawn consent holds it until a clinician has chosen after it', () => {
  const tell = (at: Date) => ({ choice: 'tell' as const, at })
  expect(kinds({ consentWithdrawnAt: TEN as Date })).toEqual(['consent_withdrawn'])
  expect(kinds({ consentWithdrawnAt: TEN as Date, choice: tell(ELEVEN as Date) })).toEqual([])
  expect(kinds({ consentWithdrawnAt: TEN as Date, choice: tell(NINE as Date) })).toHaveLength(1)
})

test('an identity that was changed after the sample holds a report until it was compared', () => {
  const held = { identityChangedAt: TEN as Date }
  expect(kinds(held)).toEqual(['identity_changed'])
  expect(mayCompare(holdsOf(facts(held)))).toBe(true)
  expect(mayReview(holdsOf(facts(held)))).toBe(true)
  expect(mayRelease(holdsOf(facts(held)), null)).toBe(false)
  expect(kinds({ ...held, comparedAt: NINE as Date })).toEqual(['identity_changed'])
  expect(kinds({ ...held, comparedAt: ELEVEN as Date })).toEqual([])
})

test('a result of a merged record waits until a clinician said that the sample is theirs', () => {
  const held = { mergedAt: TEN as Date }
  expect(kinds(held)).toEqual(['merged'])
  expect(mayReview(holdsOf(facts(held)))).toBe(true)
  expect(mayRelease(holdsOf(facts(held)), 'gp_only')).toBe(false)
  expect(kinds({ ...held, comparedAt: NINE as Date })).toEqual(['merged'])
  expect(kinds({ ...held, comparedAt: ELEVEN as Date })).toEqual([])
})

test('the dead are reviewed and never told; only their GP may be', () => {
  const held = holdsOf(facts({ diedAt: TEN as Date }))
  expect(mayReview(held)).toBe(true)
  expect(mayRelease(held, null)).toBe(false)
  expect(mayRelease(held, 'tell')).toBe(false)
  expect(mayRelease(held, 'gp_only')).toBe(true)
  const of = { sharesWithGp: true, isWithdrawn: false }
  expect(mayChoose(held, { ...of, choice: 'tell' })).toBe(false)
  expect(mayChoose(held, { ...of, choice: 'destroy' })).toBe(false)
  expect(mayChoose(held, { ...of, choice: 'gp_only' })).toBe(true)
  expect(mayChoose(held, { ...of, sharesWithGp: false, choice: 'gp_only' })).toBe(false)
})

test('of an erased record a clinician may destroy a later report, and nothing else', () => {
  const held = holdsOf(facts({ isErased: true }))
  const of = { sharesWithGp: true, isWithdrawn: false }
  expect(mayChoose(held, { ...of, choice: 'destroy' })).toBe(true)
  for (const choice of ['tell', 'gp_only'] as const)
    expect(mayChoose(held, { ...of, choice })).toBe(false)
})

test('what is erased, reported again or without its sample is neither reviewed nor released', () => {
  for (const over of [
    { isErased: true },
    { hasLaterReport: true },
    { undone: [undone('A1')], standing: [] },
  ]) {
    const held = holdsOf(facts({ ...over, diedAt: TEN as Date }))
    expect([mayReview(held), mayRelease(held, 'gp_only')]).toEqual([false, false])
    expect(mayChoose(held, { choice: 'tell', sharesWithGp: true, isWithdrawn: true })).toBe(false)
  }
})

test('a sample taken in doubt about capacity is reviewed, and released to nobody, the GP neither', () => {
  const held = holdsOf(facts({ doubtedAt: TEN as Date }))
  expect(held).toMatchObject([{ kind: 'sampled_in_doubt', at: TEN?.toISOString() }])
  expect(mayReview(held)).toBe(true)
  for (const choice of [null, 'tell', 'gp_only'] as const)
    expect(mayRelease(held, choice)).toBe(false)
})

// Derives what is true from the presses, reports and decisions alone, and compares what the site did
// since the last look, and what it shows.
import type { Band } from '../../domain/results.ts'
import { openReview } from '../../server/facts/sealed-lab-results.ts'
import { checkPosted } from './check-letters.ts'
import type { Facts, LabResult } from './facts.queries.ts'
import { hasSample, type Opened, type Seen, type Truth, truthOf } from './truth.ts'
import { type Life, nameOf } from './world.ts'

/** What is wrong now, in plain sentences. `seen` is brought up to date. */
export function checkFacts(life: Life, facts: Facts, seen: Seen): string[] {
  const truth = truthOf(life, facts)
  const wrong = [
    ...releases(life, facts, seen, truth),
    ...fallenSamples(life, facts, truth),
    ...checkPosted(life, facts, seen, truth),
    ...cancellations(life, facts, seen, truth),
    ...replacements(facts),
    ...ends(life, facts, truth),
  ]
  for (const one of facts.labResults) if (one.state === 'released') seen.released.add(one.id)
  for (const one of facts.letters) if (one.state === 'posted') seen.posted.add(one.id)
  for (const one of facts.appointments) if (one.status === 'cancelled') seen.cancelled.add(one.id)
  return wrong
}

function releases(life: Life, facts: Facts, seen: Seen, truth: Truth): string[] {
  return truth.opened.flatMap((one) => {
    if (one.state !== 'released' || seen.released.has(one.id)) return []
    const whose = `result ${one.id} of ${nameOf(life, one.member)}`
    const wrong: string[] = []
    if (!one.isWithdrawal && !hasSample(one, truth))
      wrong.push(`${whose} was released, and its sample does not stand`)
    const man = facts.men.find(({ id }) => id === one.member)
    // What a clinician gives to the GP alone is released to nobody else.
    const isToMember = facts.results.some(({ id, released }) => id === one.result && released)
    if (man?.isDead && isToMember) wrong.push(`${whose} was released to somebody who has died`)
    if (man?.isErased) wrong.push(`${whose} was released to an erased record`)
    if (isRedWithoutTwo(life, facts, one))
      wrong.push(`${whose}: red was released or lowered by one person`)
    return wrong
  })
}

/** Red ever, of this report or one that it replaces, and not two people who say the last band. */
function isRedWithoutTwo(life: Life, facts: Facts, one: Opened): boolean {
  const chain = [one.id]
  for (let last = one; last.replaces !== null; ) {
    const former = facts.labResults.find(({ id }) => id === last.replaces)
    if (!former) break
    chain.push(former.id)
    last = { ...former, tube: null, value: null }
  }
  const bands = facts.reviews
    .filter(
      ({ labResult, kind }) => chain.includes(labResult) && (kind === 'first' || kind === 'second'),
    )
    .map((review) => ({ ...review, band: bandOf(life, review) }))
  if (!bands.some(({ band }) => band === 'Red') || one.isWithdrawal) return false
  const own = bands.filter(({ labResult }) => labResult === one.id)
  const last = own.at(-1)?.band
  const agreed = new Set(own.filter(({ band }) => band === last).map(({ staff }) => staff))
  return agreed.size < 2
}

/** A clinician has chosen what becomes of it, which ends a destroyed one. */
function wasChosen({ reviews }: Facts, { id }: LabResult): boolean {
  return reviews.some(({ labResult, kind }) => labResult === id && kind === 'chosen')
}

function bandOf({ site }: Life, review: Facts['reviews'][number]): Band | null {
  return openReview(site.deps.fieldKeys, review).band
}

/** A released result whose sample fell afterwards has an open task, or a person has dealt with it. */
function fallenSamples(life: Life, facts: Facts, truth: Truth): string[] {
  const replaced = new Set(facts.results.map(({ supersedes }) => supersedes))
  return truth.opened.flatMap((one) => {
    if (one.state !== 'released' || one.isWithdrawal || replaced.has(one.result)) return []
    if (hasSample(one, truth)) return []
    const tasks = facts.loops.filter(
      ({ kind, appointment, labResult, result }) =>
        (kind === 'sample_undone' || kind === 'two_tubes') &&
        (labResult === one.id || result === one.result || appointment === one.appointment),
    )
    if (tasks.some(({ closed, because }) => !closed || because === 'person')) return []
    return [
      `result ${one.id} of ${nameOf(life, one.member)} is shown without a sample, and nobody has a task`,
    ]
  })
}

/** Who has come stays: their appointment is not cancelled. */
function cancellations(life: Life, facts: Facts, seen: Seen, { standing }: Truth): string[] {
  return facts.appointments.flatMap(({ id, status, member }) => {
    if (status !== 'cancelled' || seen.cancelled.has(id)) return []
    const came = standing.some(
      ({ appointment, type }) =>
        appointment === id && ['arrive', 'sample', 'walk_in'].includes(type),
    )
    return came
      ? [`appointment ${id} of ${nameOf(life, member)} was cancelled after the arrival`]
      : []
  })
}

function replacements(facts: Facts): string[] {
  const labs = facts.labResults.filter((one) =>
    facts.labResults.some(({ id, member }) => id === one.replaces && member !== one.member),
  )
  const results = facts.results.filter((one) =>
    facts.results.some(({ id, member }) => id === one.supersedes && member !== one.member),
  )
  return [
    ...labs.map(({ id }) => `laboratory result ${id} replaces another member's`),
    ...results.map(({ id }) => `result ${id} replaces another member's`),
  ]
}

/** Every standing sample has a result, a row that waits, or somebody's task. */
function ends(life: Life, facts: Facts, truth: Truth): string[] {
  return [...truth.tubes.keys()].flatMap((appointment) => {
    const member = facts.appointments.find(({ id }) => id === appointment)?.member ?? 0
    const man = facts.men.find(({ id }) => id === member)
    // A death ends the tasks, and so do samples that are recorded in spite of it.
    if (man?.isErased || man?.hasDiedOnce) return []
    const hasResult = truth.opened.some(
      (one) =>
        one.appointment === appointment && (one.state !== 'discarded' || wasChosen(facts, one)),
    )
    const hasTask = facts.loops.some(
      (loop) =>
        loop.appointment === appointment &&
        (!loop.closed || loop.because === 'person' || loop.because === 'died') &&
        loop.kind !== 'booked_to_attended',
    )
    if (hasResult || hasTask) return []
    return [
      `the sample of ${nameOf(life, member)} (appointment ${appointment}) has no end and no task`,
    ]
  })
}

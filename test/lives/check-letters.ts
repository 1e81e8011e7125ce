// Letters: none goes out about what does not stand, and none is held without something that holds it.

import type { Facts, Letter } from './facts.queries.ts'
import { hasSample, type Seen, type Truth, truthOf } from './truth.ts'
import { type Life, nameOf } from './world.ts'

/** Nothing is posted about what does not stand any more. */
export function checkPosted(life: Life, facts: Facts, seen: Seen, truth: Truth): string[] {
  const replaced = new Set(facts.results.map(({ supersedes }) => supersedes))
  return facts.letters.flatMap((letter) => {
    if (letter.state !== 'posted' || seen.posted.has(letter.id)) return []
    const whose = `the letter ${letter.id} (${letter.recipient}) about ${nameOf(life, letter.member)}`
    const of = truth.opened.find(({ result }) => result === letter.result)
    const man = facts.men.find(({ id }) => id === letter.member)
    const wrong: string[] = []
    if (replaced.has(letter.result)) wrong.push(`${whose} was posted with a replaced result`)
    if (of && !of.isWithdrawal && !hasSample(of, truth))
      wrong.push(`${whose} was posted, and its sample does not stand`)
    if (man?.isDead) wrong.push(`${whose} was posted after the death`)
    if (
      of &&
      facts.labResults.some(
        ({ replaces, state }) =>
          replaces === of.id && state !== 'discarded' && state !== 'released',
      )
    )
      wrong.push(`${whose} was posted although the laboratory has corrected`)
    return wrong
  })
}

/** Each letter that waits is on the list, and is held only while something is open. */
export async function checkWaiting(life: Life, facts: Facts): Promise<string[]> {
  const as = life.staff.clinician
  const { body } = await life.site.ask('GET', '/api/office/letters?tab=waiting&limit=500', { as })
  const listed = new Map<number, boolean>(
    body.data.map(({ id, is_held }: { id: number; is_held: boolean }) => [id, is_held]),
  )
  const truth = truthOf(life, facts)
  return facts.letters
    .filter(({ state, recipient }) => state === 'waiting' && recipient === 'member')
    .flatMap((letter) => {
      const of = `the letter ${letter.id} to ${nameOf(life, letter.member)}`
      const isHeld = listed.get(letter.id)
      if (isHeld === undefined) return [`${of} waits and is on no list`]
      return isHeld && !mayBeHeld(facts, truth, letter)
        ? [`${of} is held, and nothing holds it`]
        : []
    })
}

const HOLDING = [
  'sample_undone',
  'two_tubes',
  'consent_withdrawn',
  'take_back',
  'result_of_the_dead',
]

function mayBeHeld(facts: Facts, truth: Truth, letter: Letter): boolean {
  const man = facts.men.find(({ id }) => id === letter.member)
  if (!man || man.isDead || man.isErased || man.mergedInto || man.wantsContact === 'none')
    return true
  if (facts.results.some(({ supersedes }) => supersedes === letter.result)) return true
  const of = truth.opened.find(({ result }) => result === letter.result)
  if (!of) return true
  const isOpen = facts.loops.some(
    (loop) =>
      !loop.closed &&
      HOLDING.includes(loop.kind) &&
      (loop.result === letter.result || loop.appointment === of.appointment),
  )
  const isReportedAgain = facts.labResults.some(({ replaces }) => replaces === of.id)
  return isOpen || isReportedAgain || (!of.isWithdrawal && !hasSample(of, truth))
}

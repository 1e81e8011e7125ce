// What people do in a life, each at random about somebody; the site refuses what may not be.
import { ukTime } from '../../domain/uk-time.ts'
import { type Random, seeded } from '../app/seeded.ts'
import {
  book,
  cancel,
  cancelByOffice,
  cancelDay,
  closeDay,
  moveByOffice,
  withdraw,
} from './bookings.ts'
import { answerLink, claim, decideClaim, inviteByLetter, proveByTube } from './claims.ts'
import {
  askTakeBack,
  choose,
  confirmTakeBack,
  letStand,
  post,
  readOwn,
  release,
  review,
  reviewAgain,
  ring,
  sendBack,
  takeBack,
} from './clinic.ts'
import { arrive, declareBothTheirs, notSampled, sample, takeMoney, undo } from './door.ts'
import type { Facts } from './facts.queries.ts'
import { decide, report } from './laboratory.ts'
import { dispute, letRefundFail, mendRefund, refundInPart, takeOrUndo } from './money.ts'
import { erase, merge, part, revokeStop, rounds, stopContact } from './persons.ts'
import { dayOf, goOn, type Life } from './world.ts'

/** Returns what happened in plain words, or null when it was refused or there was nothing to do it to. */
export type Act = (life: Life, random: Random, facts: Facts) => Promise<string | null>

/** How often an act is tried before the first day, at the door, and when the laboratory has samples. */
type Weights = [before: number, atTheDoor: number, afterwards: number]

export const ACTS: Record<string, { weights: Weights; act: Act }> = {
  books: { weights: [10, 1, 1], act: book },
  cancels: { weights: [2, 1, 1], act: cancel },
  'is cancelled by the office': { weights: [1, 1, 1], act: cancelByOffice },
  'is moved by the office': { weights: [2, 2, 1], act: moveByOffice },
  arrives: { weights: [0, 6, 1], act: arrive },
  'gives blood': { weights: [0, 12, 1], act: sample },
  'gives none': { weights: [0, 1, 0], act: notSampled },
  'has a press undone': { weights: [0, 4, 2], act: undo },
  'has two tubes declared': { weights: [0, 3, 1], act: declareBothTheirs },
  'pays at the door': { weights: [0, 2, 0], act: takeMoney },
  'has money recorded, or undone': { weights: [0.3, 1, 0.7], act: takeOrUndo },
  'is refunded in part': { weights: [0.3, 0.3, 0.5], act: refundInPart },
  'has a refund fail': { weights: [0.5, 0.2, 0.2], act: letRefundFail },
  'has a refund mended': { weights: [0.3, 0.3, 0.7], act: mendRefund },
  disputes: { weights: [0.2, 0.2, 0.4], act: dispute },
  'is reported': { weights: [0, 2, 12], act: report },
  'has a row decided': { weights: [0, 1, 6], act: decide },
  'is reviewed': { weights: [0, 1, 10], act: review },
  'is reviewed again': { weights: [0, 0, 8], act: reviewAgain },
  'is sent back': { weights: [0, 0, 2], act: sendBack },
  'is rung': { weights: [0, 0, 3], act: ring },
  'is released': { weights: [0, 1, 10], act: release },
  'is taken off the sample': { weights: [0, 0, 2], act: takeBack },
  'is chosen about': { weights: [0, 0, 2], act: choose },
  'is said to stand': { weights: [0, 0, 2], act: letStand },
  'is asked to be taken back': { weights: [0, 0, 3], act: askTakeBack },
  'is taken back': { weights: [0, 0, 5], act: confirmTakeBack },
  reads: { weights: [1, 1, 4], act: readOwn },
  'has letters printed and posted': { weights: [0, 0, 4], act: post },
  'withdraws the consent': { weights: [1, 1, 1], act: withdraw },
  'has the day closed': { weights: [0, 1, 1], act: closeDay },
  'wants less, or dies': { weights: [0.3, 0.3, 0.7], act: stopContact },
  'lives after all': { weights: [0.2, 0.2, 0.7], act: revokeStop },
  'is sent a code to claim by': { weights: [0.7, 0.3, 0.6], act: inviteByLetter },
  'is claimed': { weights: [0.7, 0.3, 1], act: claim },
  'has the claim answered': { weights: [0.3, 0.3, 0.5], act: answerLink },
  'has the claim proven': { weights: [0.1, 0.2, 0.3], act: proveByTube },
  'has the claim decided': { weights: [0.3, 0.3, 0.8], act: decideClaim },
  'is erased': { weights: [0.2, 0.1, 0.3], act: erase },
  'is merged': { weights: [0.3, 0.2, 0.3], act: merge },
  'is parted': { weights: [0.3, 0.3, 0.5], act: part },
  'the rounds run': { weights: [0, 0.5, 4], act: rounds },
  'has the day cancelled': { weights: [0, 0.3, 0.2], act: cancelDay },
}

const TIME_PASSES = 'time passes'
/** By the moments of a life (world.ts). */
const STAGES = [0, 1, 1, 2, 2, 1, 1, 2, 2, 2] as const
const ACTS_OF_A_STAGE = [12, 14, 16]

export type Step = { act: string; seed: number }

/** A whole life's steps, from one seed. */
export function planSteps(random: Random): Step[] {
  const step = (act: string) => ({ act, seed: random.below(2 ** 31) })
  return STAGES.flatMap((stage) => [
    ...Array.from({ length: ACTS_OF_A_STAGE[stage] ?? 0 }, () => step(drawAct(random, stage))),
    step(TIME_PASSES),
  ])
}

function drawAct(random: Random, stage: 0 | 1 | 2): string {
  const names = Object.keys(ACTS)
  const weightOf = (name: string) => (ACTS[name]?.weights[stage] ?? 0) * 10
  let left = random.below(names.reduce((sum, name) => sum + weightOf(name), 0))
  for (const name of names) {
    left -= weightOf(name)
    if (left < 0) return name
  }
  throw new Error('no act was drawn')
}

export function doStep(life: Life, { act, seed }: Step, facts: Facts): Promise<string | null> {
  if (act === TIME_PASSES) return timePasses(life)
  const known = ACTS[act]
  if (!known) throw new Error(`there is no act '${act}'`)
  return known.act(life, seeded(seed), facts)
}

async function timePasses(life: Life): Promise<string | null> {
  return (await goOn(life)) ? `It is ${dayOf(life)}, ${ukTime(life.site.deps.now())}.` : null
}

import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { generateSlots } from '../../domain/slots.ts'
import type { Random } from '../app/seeded.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import { killAndWait } from './kills.ts'
import { type PaymentOutcome, payOverHttp } from './pay-over-http.ts'
import type { RushSite } from './rush-site.ts'

/** The result of a run; `wrong` has a sentence for every wrong penny or place. */
export type Outcome = {
  payments: number
  outcomes: Partial<Record<PaymentOutcome, number>>
  kills: number
  captures: number
  booked: number
  refunded: number
  /** Seconds from the last fault until every captured penny was a booking or a refund. */
  settledAfter: number
  wrong: string[]
}

/** Members per event, which has fewer places. */
const MEMBERS = 50
const PLACES = 40
const CONNECTIONS = 16
const SETTLE_LIMIT_MS = 60_000
/** From one expired hold to the next: at least so many responses, at most twice as many. */
const ANSWERS_BETWEEN = 2

/** The probability of each fault of a call to the provider. */
const CHANCES = { 'drop-before': 0.04, 'drop-after': 0.04, delay: 0.08, '500': 0.04, '429': 0.03 }
const WEBHOOKS = ['normal', 'duplicate', 'reorder', 'late'] as const

/**
 * `count` members pay for places, fifty at a time at one event, while the provider drops and
 * delays calls, webhooks come twice, late and out of order, holds expire and processes are
 * killed. After recovery it compares the provider's ledger, ours, and the places.
 */
export async function payThroughFaults(
  site: RushSite,
  { count, random, seed }: { count: number; random: Random; seed: number },
): Promise<Outcome> {
  const outcomes: Partial<Record<PaymentOutcome, number>> = {}
  let kills = 0
  await callStandIn(site, 'faults', { seed, chances: CHANCES, ms: 300 })
  for (let done = 0; done < count; done += MEMBERS) {
    await callStandIn(site, 'webhooks', { mode: random.pick(WEBHOOKS) })
    const over = new AbortController()
    const progress = { answers: 0 }
    const faults = makeFaults(site, random, { over: over.signal, progress })
    for (const end of await payAtOneEvent(site, Math.min(MEMBERS, count - done), {
      random,
      progress,
    })) {
      outcomes[end] = (outcomes[end] ?? 0) + 1
    }
    over.abort()
    kills += await faults
  }
  await callStandIn(site, 'reset-faults', {})
  await callStandIn(site, 'webhooks/deliver', {})
  await settlePending(site, random)
  const { wrong, settledAfter, ...sums } = await compareUntilSettled(site)
  const broken = await brokenInvariants(site.database().db, new Date())
  return { payments: count, outcomes, kills, ...sums, settledAfter, wrong: [...wrong, ...broken] }
}

type Progress = { answers: number }

async function payAtOneEvent(
  site: RushSite,
  members: number,
  { random, progress }: { random: Random; progress: Progress },
): Promise<PaymentOutcome[]> {
  const event = await site.event(PLACES, 4, 2500)
  const crowd = await site.members(members, event)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times = generateSlots(event).map(({ time }) => time)
  const ends = await Promise.all(
    crowd.map(({ cookie }) =>
      payOverHttp({
        caller: { agent, port: site.port, cookie },
        cards: site.cards,
        eventId: event.event_id,
        times,
        random,
        answered: () => {
          progress.answers += 1
        },
      }),
    ),
  )
  agent.destroy()
  return ends
}

/**
 * Expires holds early and sometimes kills a process; returns the number of kills. Paced by
 * responses: on a slow machine every hold would otherwise expire before its payment.
 */
async function makeFaults(
  site: RushSite,
  random: Random,
  { over, progress }: { over: AbortSignal; progress: Progress },
): Promise<number> {
  let kills = 0
  while (!over.aborted) {
    const next = progress.answers + ANSWERS_BETWEEN + random.below(ANSWERS_BETWEEN)
    while (progress.answers < next && !over.aborted) await wait(20)
    await site.letHoldsRunOut(random.below(1_000))
    if (kills > 0 || random.below(20) > 0) continue
    kills += 1
    await killAndWait(site, random.chance(0.8) ? 'a server process' : 'PostgreSQL', random)
  }
  return kills
}

async function settlePending(site: RushSite, random: Random): Promise<void> {
  const { captures } = await ledgerOf(site)
  for (const { id, status } of captures) {
    if (status !== 'PENDING') continue
    await callStandIn(site, 'settle', {
      captureId: id,
      status: random.pick(['COMPLETED', 'DECLINED']),
    })
  }
}

async function compareUntilSettled(site: RushSite) {
  const begun = performance.now()
  for (;;) {
    const compared = await compareLedgers(site)
    const settledAfter = (performance.now() - begun) / 1_000
    if (compared.wrong.length === 0 || settledAfter * 1_000 > SETTLE_LIMIT_MS) {
      return { ...compared, settledAfter }
    }
    await wait(500)
  }
}

async function compareLedgers(site: RushSite) {
  const { captures } = await ledgerOf(site)
  const ours = new Map((await site.payments()).map((payment) => [payment.id, payment]))
  const wrong: string[] = []
  const charged = new Map<string, number>()
  let [booked, refunded, captured] = [0, 0, 0]
  for (const { id, customId, status, pence, refundedPence } of captures) {
    if (status === 'DECLINED' || status === 'PENDING') continue
    captured += 1
    const payment = ours.get(customId)
    const isBooked = payment?.state === 'finalised' && payment.is_booked
    if (refundedPence === 0 && isBooked) booked += 1
    else if (refundedPence === pence && !isBooked) refunded += 1
    else
      wrong.push(
        `${pence - refundedPence} pence of ${id} are neither booked nor refunded (${payment?.state})`,
      )
    if (payment && Number(payment.entered) !== pence - refundedPence)
      wrong.push(`our ledger has ${payment.entered} of ${pence - refundedPence} pence of ${id}`)
    if (!payment || refundedPence > 0) continue
    const who = `${payment.member_id} at ${payment.event_id}`
    charged.set(who, (charged.get(who) ?? 0) + 1)
  }
  for (const [who, times] of charged)
    if (times > 1) wrong.push(`member ${who} was charged ${times} times`)
  for (const { id, state, is_booked: isBooked } of ours.values()) {
    const isCharged = captures.some(
      ({ customId, status }) => customId === id && status !== 'DECLINED' && status !== 'PENDING',
    )
    if (isBooked && !isCharged) wrong.push(`payment ${id} (${state}) is a booking without money`)
    if (['capturing', 'paid'].includes(state)) wrong.push(`payment ${id} is still ${state}`)
  }
  return { captures: captured, booked, refunded, wrong }
}

type Ledger = {
  captures: { id: string; customId: string; status: string; pence: number; refundedPence: number }[]
}

async function ledgerOf(site: RushSite): Promise<Ledger> {
  return (await fetch(`${site.cards}/__test/ledger`)).json() as Promise<Ledger>
}

async function callStandIn(site: RushSite, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${site.cards}/__test/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

export function inWords(score: Outcome, seconds: number): string {
  const ends = Object.entries(score.outcomes).map(([end, count]) => `${count} ${end}`)
  return `${score.payments} payments through faults and ${score.kills} kills (${ends.join(', ')}): ${score.captures} charges, ${score.booked} booked, ${score.refunded} refunded, ${score.wrong.length} wrong; all settled ${score.settledAfter.toFixed(1)} s after the last fault; ${Math.round(seconds)} s`
}

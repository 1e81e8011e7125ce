// Members who book at an even pace, each asking again with the same key until the site answers; some cancel.
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { CharityEvent } from '../../../domain/contract.ts'
import { generateSlots } from '../../../domain/slots.ts'
import type { Random } from '../../app/seeded.ts'
import type { TestMember } from '../../app/test-app.ts'
import { bookOverHttp } from '../book-over-http.ts'
import { type Answer, callOverHttp } from '../call-over-http.ts'

/** Milliseconds since 1970; `answered` is null while nobody knows what became of it. */
export type Change = { sent: number; answered: number | null }
export type Booked = {
  member: TestMember
  id: number | null
  booking: Change
  cancel: Change | null
}

export type SteadyBookings = ReturnType<typeof startBookings>

const LIMIT_MS = 60_000
const CANCELS = 0.2

export type Pace = {
  port: number
  perSecond: number
  random: Random
  /** Until a member asks again. */
  retryMs?: number
  /** Of each try. */
  onAnswer?: (answer: Pick<Answer, 'status' | 'retryAfter'>) => void
}

/** `nextMembers` makes some more members, with an event that has a place for each of them. */
export function startBookings(
  { port, perSecond, random, retryMs = 250, onAnswer = () => undefined }: Pace,
  nextMembers: () => Promise<{ members: TestMember[]; event: CharityEvent }>,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const all: Booked[] = []
  const refused: string[] = []
  const underWay: Promise<unknown>[] = []
  let isOn = true
  const pace = keepPace()

  return {
    all,
    /** The codes of refusals, and what was never answered. */
    refused,
    acknowledged: () => all.filter(({ id }) => id !== null),
    /** Resolves when each request under way has been answered. */
    async stop(): Promise<void> {
      isOn = false
      await pace
      await Promise.all(underWay)
      agent.destroy()
    },
    /** Rejects when no more members could be made. */
    ended: pace,
  }

  async function keepPace(): Promise<void> {
    let due = Date.now()
    while (isOn) {
      const { members, event } = await nextMembers()
      const times = generateSlots(event).map(({ time }) => time)
      due = Math.max(due, Date.now() - 1_000)
      for (const [n, member] of members.entries()) {
        if (!isOn) return
        const turn = book({ member, event, time: times[n % times.length] ?? '' }).catch(
          (error) => void refused.push(error.message),
        )
        underWay.push(turn)
        due += 1_000 / perSecond
        await wait(Math.max(0, due - Date.now()))
      }
    }
  }

  async function book(given: { member: TestMember; event: CharityEvent; time: string }) {
    const { member, event, time } = given
    const caller = { agent, port, cookie: member.cookie }
    const key = randomUUID()
    const booked: Booked = {
      member,
      id: null,
      booking: { sent: Date.now(), answered: null },
      cancel: null,
    }
    all.push(booked)
    const isCancelled = random.chance(CANCELS)
    const { id, code } = await untilAnswered(
      () => bookOverHttp(caller, { eventId: event.event_id, time, key }),
      { retryMs, onAnswer },
    )
    booked.booking.answered = Date.now()
    booked.id = id
    if (id === null) refused.push(code)
    if (id === null || !isCancelled) return
    booked.cancel = { sent: Date.now(), answered: null }
    const path = `/api/appointments/${id}/cancel`
    const cancelKey = randomUUID()
    const { status } = await untilAnswered(
      () => callOverHttp(caller, { method: 'PUT', path, key: cancelKey }),
      { retryMs, onAnswer },
    )
    booked.cancel.answered = Date.now()
    if (status !== 200) refused.push(`cancel ${status}`)
  }
}

/** A 5xx may hide a change that was stored. Throws after a minute without an answer. */
async function untilAnswered<T extends Pick<Answer, 'status' | 'retryAfter'>>(
  ask: () => Promise<T>,
  { retryMs, onAnswer }: Required<Pick<Pace, 'retryMs' | 'onAnswer'>>,
): Promise<T> {
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    const answer = await ask()
    onAnswer(answer)
    if (answer.status > 0 && answer.status < 500) return answer
    if (Date.now() > deadline) throw new Error(`the site answered ${answer.status} for a minute`)
    await wait(retryMs)
  }
}

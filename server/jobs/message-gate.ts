import type { Deps, Settings } from '../deps.ts'
import {
  ERASURE_TO_OFFICE,
  HeldBack,
  type Leaving,
  NUMBER_CODE,
  type Verdict,
} from '../messages/mails/leaving.ts'
import { NEWSLETTER } from '../messages/mails/newsletter.ts'
import { Refused } from '../platform/http/refused.ts'
import { consumeAlone, EVERYBODY, returnAlone } from '../platform/rate-limits/rate-limits.ts'
import type { RuleName } from '../platform/rate-limits/rules.ts'
import { callInstead } from '../tasks/call-instead.ts'
import { isReplaced, isSubscribed, postpone } from './message-gate.queries.ts'

export type GateDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'> & {
  settings: Pick<Settings, 'rateLimitScale'>
}

/** A scale at which no test or load reaches a limit: nothing is counted. */
const UNLIMITED = 1_000

type Attempt = readonly [name: RuleName, subject: string]

/** SMS that only repeat what a mail and the portal say; each tells how the appointment stands now. */
const STATES = ['sms-booked', 'sms-moved', 'sms-changed']
const OF_APPOINTMENTS = [...STATES, 'sms-cancelled']
/** How late a day runs: what was said before is no longer true. */
const LATE = ['late', 'sms-late']
/** Also dropped above the limits: a member asks for another code. */
const DROPPED = [...STATES, NUMBER_CODE]

/**
 * Every mail and SMS passes here before it leaves, whoever queued it (decision 59): 'send'; 'drop'
 * when a newer one tells more, for a newsletter to somebody who has unsubscribed, or for an appointment's
 * state above the limits; 'later' when the job was postponed. `uncount` takes back the count of a message
 * that could not be sent. Throws HeldBack above the limits for whatever must not be lost; somebody then
 * calls the member.
 */
export async function passGate(deps: GateDeps, leaving: Leaving): Promise<Verdict> {
  const { queue, id, about = '' } = leaving
  const [kind = '', reference = ''] = about.split(' ')
  const { db } = deps.database
  const send = (counted: readonly Attempt[]): Verdict => ({
    verdict: 'send',
    callInstead: () => callInstead(db, leaving, deps.now()),
    uncount: async () => {
      for (const attempt of counted) await returnAlone(deps, attempt)
    },
  })
  if (kind === NEWSLETTER && !(await isSubscribed(db, reference))) return { verdict: 'drop' }
  if (deps.settings.rateLimitScale > UNLIMITED) return send([])
  const series = seriesOf(leaving)
  if (series && (await isReplaced(db, { queue, id, kinds: series.kinds, reference })))
    return { verdict: 'drop' }
  const wait = series?.rule ? await countOrWait(deps, [series.rule, reference]) : null
  if (wait !== null) {
    await postpone(db, { queue, id, seconds: wait })
    return { verdict: 'later' }
  }
  const limits = limitsOf(leaving)
  const full = limits.length > 0 && (await countAllOrWait(deps, limits)) !== null
  if (full) await callInstead(db, leaving, deps.now())
  if (full && DROPPED.includes(kind) && queue === 'sms') return { verdict: 'drop' }
  if (full) throw new HeldBack('Too many messages to this address or number in a day.')
  return send(series?.rule ? [...limits, [series.rule, reference]] : limits)
}

/** Messages of which only the newest is sent while others wait, and the rule by which they wait, if any. */
function seriesOf({
  queue,
  about = '',
}: Leaving): { kinds: string[]; rule: RuleName | null } | null {
  const [kind = ''] = about.split(' ')
  if (LATE.includes(kind)) return { kinds: LATE, rule: null }
  if (queue === 'sms' && OF_APPOINTMENTS.includes(kind))
    return { kinds: OF_APPOINTMENTS, rule: 'SMS of an appointment' }
  if (queue === 'mail' && kind === ERASURE_TO_OFFICE)
    return { kinds: [ERASURE_TO_OFFICE], rule: 'mails to the office of an erasure' }
  return null
}

/** Mails about nobody's record, as those to the office, have limits where they are queued. */
function limitsOf({ queue, to, about }: Leaving): Attempt[] {
  const isToOffice = about?.split(' ')[0] === ERASURE_TO_OFFICE
  if (queue === 'mail')
    return about === undefined || isToOffice ? [] : [['mails to', to.toLowerCase()]]
  return [
    ['SMS to', to],
    ['SMS', EVERYBODY],
  ]
}

function countOrWait(deps: GateDeps, attempt: Attempt): Promise<number | null> {
  return countAllOrWait(deps, [attempt])
}

/** Counts all or none; the seconds to wait where one has none left, else null. */
async function countAllOrWait(
  deps: GateDeps,
  attempts: readonly Attempt[],
): Promise<number | null> {
  try {
    await consumeAlone(deps, attempts)
    return null
  } catch (error) {
    if (error instanceof Refused && error.retryAfter !== null) return error.retryAfter
    throw error
  }
}

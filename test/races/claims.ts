// Everybody who may decide a waiting claim does it at once: two clinicians, the contact by its link, an
// admin by a merge, the account by a new address. One of them counts, and nothing is half.

import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../domain/durations.ts'
import { followAddress } from '../../server/members/follow-address.ts'
import { hashOfLinkKey, makeLinkKey } from '../../server/platform/keys/link-key.ts'
import { waitAnew } from '../../server/records/claims/wait-anew.ts'
import { addByOffice, BORN, storeLetter } from '../app/claim-letters.ts'
import { confirmByAnother, proposeMerge } from '../app/merges.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../invariants/booking-invariants.queries.ts'

export type RaceOfClaims = keyof typeof races
type Person = Awaited<ReturnType<TestApp['staff']>>
type Ground = {
  site: TestApp
  clerk: Person
  clinicians: readonly Person[]
  admins: readonly Person[]
}
type Options = { rounds: number; without?: Protection[]; killsConnections?: boolean }

const ROUNDS_ON_A_DATABASE = 50
const START = new Date('2027-01-12T09:00:00Z')
/** Past the wait for the contact's answer. */
const LATER = 5 * DAY_MS + 60_000
const DECISIONS = [
  'record claim confirmed',
  'record claim released',
  'record claim refused',
  'record claim was a stranger’s',
]

/** What was untrue after `rounds` races; `outcomes` are the ends of the claims, with counts. */
export async function runRacesOfClaims(
  race: RaceOfClaims,
  { rounds, without = [], killsConnections = false }: Options,
): Promise<{ outcomes: Map<string, number>; broken: string[] }> {
  const score = { outcomes: new Map<string, number>(), broken: [] as string[] }
  for (let first = 0; first < rounds; first += ROUNDS_ON_A_DATABASE) {
    const site = await openTestApp({ now: START })
    const people = (roles: ['clinician'] | ['admin']) =>
      Promise.all([1, 2, 3].map(() => site.staff(roles)))
    const [clerk, clinicians, admins] = [
      await site.staff(['office']),
      await people(['clinician']),
      await people(['admin']),
    ]
    for (const protection of without) await dropProtection(site.owner, protection)
    for (let n = first; n < Math.min(rounds, first + ROUNDS_ON_A_DATABASE); n++) {
      site.moveTo(START)
      const waiting = await makeWaitingClaim({ site, clerk, clinicians, admins })
      const asked = races[race](waiting, n)
      if (killsConnections) await killConnections(site, n)
      await Promise.all(asked)
      const { outcome, broken } = await judge(waiting)
      score.outcomes.set(outcome, (score.outcomes.get(outcome) ?? 0) + 1)
      const { database, now } = site.deps
      score.broken.push(...broken, ...(await brokenInvariants(database.db, now())))
    }
    await site.close()
  }
  return score
}

type Waiting = Awaited<ReturnType<typeof makeWaitingClaim>>

/** A record with a result, of no account, that one claims; the five days are over. */
async function makeWaitingClaim({ site, clerk, clinicians, admins }: Ground) {
  const rows = async (text: string, ...values: unknown[]) =>
    (await site.deps.database.pool.query(text, values)).rows
  await rows('delete from rate_limits')
  const recordId = await addByOffice(site, clerk)
  const other = await addByOffice(site, clerk)
  await rows(
    'update members set email = $2 where id = $1',
    recordId,
    `former-${recordId}@example.org`,
  )
  await rows(
    `insert into results (member_id, sample_date, sealed, source, source_ref, released_at)
     values ($1::bigint, current_date, '\\x00', 'test', 'of ' || $1::bigint, now())`,
    recordId,
  )
  const [printer, ...deciders] = clinicians
  if (!printer) throw new Error('nobody prints')
  const code = await storeLetter(site, printer, recordId)
  const userId = randomUUID()
  const email = `${userId}@example.org`
  const as = { cookie: await site.signIn(userId, email) }
  const claimed = await site.ask('POST', '/api/record-claims', {
    as,
    body: { code, date_of_birth: BORN },
  })
  if (claimed.body.state !== 'waiting') throw new Error(`the claim is ${claimed.body.state}`)
  const key = makeLinkKey()
  const [{ id: claimId }] = await rows(
    'update record_claims set contact_key_hash = $2 where member_id = $1 returning id::int as id',
    recordId,
    hashOfLinkKey(key),
  )
  site.moveTo(new Date(START.getTime() + LATER))
  const signedIn = (people: readonly Person[]) =>
    Promise.all(
      people.map(async (one) => ({
        ...one,
        cookie: await site.signIn(one.userId, one.email, 'aal2'),
      })),
    )
  const [sessions, ofAdmins] = [await signedIn(deciders), await signedIn(admins)]
  const decide = (act: 'release' | 'refusal', by: number) =>
    site.ask('POST', `/api/office/record-claims/${claimId}/${act}`, {
      ...(sessions[by] && { as: sessions[by] }),
      body: { reason: 'race' },
    })
  const answer = (given: 'me' | 'not_me') =>
    site.ask('POST', '/api/claim-link/answer', { body: { key, answer: given } })
  /** Null where the change may or may not have been stored. */
  const address: { current: string | null } = { current: email }
  /** As the service does it, in one transaction. */
  const changeAddress = async (to: string) => {
    address.current = null
    await site.deps.database.transaction(async (tx) => {
      await waitAnew(tx, site.deps, { userId, email: to })
      await followAddress(tx, { userId, email: to, at: site.deps.now() })
    })
    address.current = to
  }
  const merge = async () => {
    const [one, second] = ofAdmins
    if (!one) throw new Error('nobody merges')
    const proposed = await proposeMerge(site, {
      keptId: other,
      mergedId: recordId,
      as: one,
      more: { account: undefined },
    })
    return proposed.status === 202
      ? confirmByAnother(site, proposed.body.request_id, second)
      : proposed
  }
  return {
    site,
    rows,
    recordId,
    other,
    userId,
    email,
    address,
    decide,
    answer,
    changeAddress,
    merge,
  }
}

const LOST = { status: 0 }
/** A connection that was ended on purpose. */
const lost = () => LOST

const races = {
  'two clinicians and the contact decide': ({ decide, answer }, round) => {
    const acts = [
      () => decide('release', 0),
      () => decide('refusal', 1),
      () => answer('me'),
      () => answer('not_me'),
    ]
    return inTurn(acts, round).map((act) => act().catch(lost))
  },
  'two clinicians release, and the account changes its address': (
    { decide, answer, changeAddress, userId },
    round,
  ) => {
    const acts: (() => Promise<unknown>)[] = [
      () => changeAddress(`later-${userId}@example.org`),
      () => decide('release', 0),
      () => decide('release', 1),
      () => answer('me'),
    ]
    return inTurn(acts, round).map((act) => act().catch(lost))
  },
  'a clinician releases while the record is merged': ({ decide, answer, merge }, round) => {
    const acts: (() => Promise<unknown>)[] = [merge, () => decide('release', 0), () => answer('me')]
    return inTurn(acts, round).map((act) => act().catch(lost))
  },
} satisfies Record<string, (waiting: Waiting, round: number) => Promise<unknown>[]>

export const RACES_OF_CLAIMS = Object.keys(races).filter(
  (name): name is RaceOfClaims => name in races,
)

/** Whoever begins differs from round to round. */
function inTurn<T>(acts: readonly T[], round: number): T[] {
  const first = round % acts.length
  return [...acts.slice(first), ...acts.slice(0, first)]
}

/** Ends every connection that is in a transaction, as a kill does. */
async function killConnections({ ownerPool }: TestApp, round: number): Promise<void> {
  for (let look = 0; look <= round % 5; look++)
    await ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and query ilike '%record_claims%' and state <> 'idle'`,
    )
}

async function judge({ rows, recordId, other, userId, email, address }: Waiting) {
  const [claim] = await rows(
    'select email, ended_because from record_claims where member_id in ($1, $2)',
    recordId,
    other,
  )
  const [record] = await rows(
    'select user_id, email, merged_into from members where id = $1',
    recordId,
  )
  const audited = async (actions: readonly string[]) =>
    (
      await rows(
        'select action from audit_log where member_id = $1 and action = any($2)',
        recordId,
        actions,
      )
    ).length
  const isLinked = ['confirmed', 'released'].includes(claim.ended_because)
  const broken: string[] = []
  const decisions = await audited(DECISIONS)
  const links = await audited(['record claimed'])
  if (decisions > 1) broken.push(`${decisions} decisions`)
  if (links !== (isLinked ? 1 : 0)) broken.push(`${links} links of ${claim.ended_because}`)
  const isMerged = record.merged_into !== null
  if ((record.user_id === userId) !== (isLinked && !isMerged))
    broken.push(`${record.user_id} has a record that is ${claim.ended_because}`)
  const isRestarted = claim.email !== email
  const [changed] = await rows(
    `select count(*)::int as count from audit_log where member_id = $1
      and action = 'record claim waits from anew'`,
    recordId,
  )
  if (changed.count !== (isRestarted ? 1 : 0)) broken.push(`${changed.count} waits from anew`)
  if (isLinked && !isMerged && address.current !== null && record.email !== address.current)
    broken.push('the record has another address than its account')
  return { outcome: isMerged ? 'merged' : (claim.ended_because ?? 'waiting'), broken }
}

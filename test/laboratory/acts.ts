// The roads back, each with what comes before it and one press that can be pressed again.
import { randomUUID } from 'node:crypto'
import type { OpenedResult } from '../../domain/office/lab-result-schemas.ts'
import type { RESULT_CHOICES } from '../../domain/office/result-holds.ts'
import { carryOutErasures } from '../../server/records/erasure/carry-out-erasure.ts'
import {
  type Clinician,
  fileOf,
  lineOf,
  openResult,
  openReviews,
  type SampledPerson,
  upload,
} from '../app/laboratory.ts'
import { importOne, pressOn, type Reviews } from '../app/reviewed.ts'
import type { TestApp } from '../app/test-app.ts'

type Answer = { status: number; body: { code?: string } | null }
export type Act = {
  press: () => Promise<Answer>
  /** How an act is refused that was done already although its answer was lost. */
  refusals?: string[]
  /** It is of several transactions, each of which may be done without the next. */
  hasSteps?: true
}
export type ActName = keyof typeof ACTS
type Scene = { site: TestApp; reviews: Reviews; person: SampledPerson; neighbour: SampledPerson }
type Contact = 'died' | 'results_only' | 'no_contact'

const MONDAY = new Date('2027-02-01T09:00:00Z')
const DAY_OF_SAMPLES = new Date('2027-01-26T13:00:00Z')
const GP = { name: 'Mill Road Surgery', town: 'Diss', email: null }
const BY_POST = {
  contactBy: 'post',
  addressLines: ['1 High Street'],
  town: 'Diss',
  postcode: 'IP22 4AA',
} as const
const STALE = ['changed_meanwhile']

export const ACTS = {
  'has died': (site: TestApp) => stopContact(site, 'died'),
  'less contact': (site: TestApp) => stopContact(site, 'results_only'),
  'no contact': (site: TestApp) => stopContact(site, 'no_contact'),
  'revocation of a death': revokeDeath,
  'withdrawal taken by staff': withdrawByStaff,
  'withdrawal in the portal': withdrawInPortal,
  'choice to tell': (site: TestApp) => choose(site, 'tell'),
  'choice of the GP only': (site: TestApp) => choose(site, 'gp_only'),
  'choice to destroy': (site: TestApp) => choose(site, 'destroy'),
  'import of a correction': importCorrection,
  'commit of a correction': commitCorrection,
  'review of a correction': reviewCorrection,
  'release of a correction': releaseCorrection,
  'request to take back': requestTakeBack,
  'confirmed take back': confirmTakeBack,
  'undo of a released sample': undoSample,
  merge: mergeRecords,
  'exception of an erasure': signException,
  // Before the approvals, which it would carry out too.
  'erasure carried out': eraseMember,
  'approval of an erasure': approveErasure,
} satisfies Record<string, (site: TestApp) => Promise<Act>>

async function begin(site: TestApp, person: object = {}, at = MONDAY): Promise<Scene> {
  // Nobody looks like somebody else.
  const people = [{ ...person, ...nextPerson() }, nextPerson()]
  const reviews = await openReviews(site, { people, consent: { gpSurgery: GP }, at })
  const [first, second] = reviews.people
  if (!first || !second) throw new Error('nobody had a sample taken')
  return { site, reviews, person: first, neighbour: second }
}

let count = 0

function nextPerson() {
  count += 1
  return {
    firstName: `Man${count}`,
    lastName: `Family${count}`,
    dateOfBirth: `19${50 + (count % 20)}-0${1 + (count % 9)}-${10 + (count % 18)}`,
    phone: `447700${String(900_000 + count)}`,
  }
}

async function review(
  { site, reviews: { clinician, other } }: Scene,
  result: OpenedResult,
  band: 'Green' | 'Red' = 'Green',
): Promise<OpenedResult> {
  const body = { band, comment: 'See your GP' }
  const once = await pressOn(site, { result, path: 'review', as: clinician, body })
  if (once.state !== 'second') return once
  return pressOn(site, { result: once, path: 'second-review', as: other, body })
}

async function release(scene: Scene): Promise<OpenedResult> {
  const { site, reviews, person } = scene
  const result = await review(scene, await importOne(site, reviews, person))
  return pressOn(site, { result, path: 'release', as: reviews.clinician })
}

const actOn = (
  { site }: Scene,
  { result, path, as, body }: { result: OpenedResult; path: string; as: Clinician; body: object },
): Act => ({
  press: () =>
    site.ask('POST', `/api/office/results/${result.id}/${path}`, {
      as,
      body: { version: result.version, ...body },
    }),
  refusals: STALE,
})

async function stopContact(site: TestApp, kind: Contact): Promise<Act> {
  const scene = await begin(site, BY_POST)
  await release(scene)
  return { press: await stopPress(scene, kind), refusals: [...STALE, 'has_died'] }
}

async function stopPress({ site, person }: Scene, kind: Contact): Promise<Act['press']> {
  const as = await site.staff(['office'])
  const url = `/api/office/members/${person.memberId}/contact-stops`
  const { body: shown } = await site.ask('GET', url, { as })
  const body = { kind, told_by: 'A daughter', version: shown.version }
  return () => site.ask('POST', url, { as, body })
}

async function revokeDeath(site: TestApp): Promise<Act> {
  const scene = await begin(site, BY_POST)
  await release(scene)
  await done((await stopPress(scene, 'died'))())
  const as = await site.staff(['office'])
  const url = `/api/office/members/${scene.person.memberId}/contact-stops`
  const { body: shown } = await site.ask('GET', url, { as })
  const [stop] = shown.stops
  const restart = stop.stopped
    .filter((one: { can_restart: boolean }) => one.can_restart)
    .map(({ place }: { place: number }) => place)
  return {
    press: () =>
      site.ask('POST', `${url}/${stop.id}/revocation`, {
        as,
        body: { reason: 'A namesake', restart },
      }),
    refusals: ['stop_revoked'],
  }
}

async function withdrawByStaff(site: TestApp): Promise<Act> {
  const scene = await begin(site)
  await review(scene, await importOne(site, scene.reviews, scene.person))
  return { press: await withdrawalPress(scene) }
}

async function withdrawalPress({ site, person, reviews }: Scene): Promise<Act['press']> {
  const as = await site.staff(['office'])
  const headers = { 'idempotency-key': randomUUID() }
  const body = { event_id: reviews.event.event_id, channel: 'telephone' }
  const url = `/api/office/members/${person.memberId}/consent-withdrawals`
  return () => site.ask('POST', url, { as, body, headers })
}

async function withdrawInPortal(site: TestApp): Promise<Act> {
  const scene = await begin(site)
  await importOne(site, scene.reviews, scene.person)
  const as = await accountOf(scene)
  const headers = { 'idempotency-key': randomUUID() }
  const url = `/api/events/${scene.reviews.event.event_id}/consent-withdrawal`
  return { press: () => site.ask('POST', url, { as, headers }) }
}

async function accountOf({ site, person }: Scene): Promise<{ cookie: string }> {
  const { rows } = await site.deps.database.pool.query<{ id: string; email: string }>(
    'select user_id as id, email from members where id = $1',
    [person.memberId],
  )
  const [account] = rows
  if (!account) throw new Error('the member has no account')
  return { cookie: await site.signIn(account.id, account.email) }
}

async function choose(site: TestApp, choice: (typeof RESULT_CHOICES)[number]): Promise<Act> {
  const scene = await begin(site)
  const { id } = await review(scene, await importOne(site, scene.reviews, scene.person))
  await done((await withdrawalPress(scene))())
  const as = scene.reviews.clinician
  const result = await openResult(site, id, as)
  return actOn(scene, { result, path: 'choice', as, body: { choice, note: 'They ask for it' } })
}

async function correction(scene: Scene): Promise<() => ReturnType<typeof upload>> {
  await release(scene)
  const { labId, clinician: as } = scene.reviews
  const bytes = fileOf([lineOf(scene.person, { Result: '18.4', Status: 'C' })])
  return () => upload(scene.site, { labId, bytes, as })
}

async function importCorrection(site: TestApp): Promise<Act> {
  return { press: await correction(await begin(site)), hasSteps: true }
}

async function commitCorrection(site: TestApp): Promise<Act> {
  const scene = await begin(site)
  const { body } = await (await correction(scene))()
  const url = `/api/office/result-imports/${body.id}/commit`
  return { press: () => site.ask('POST', url, { as: scene.reviews.clinician }), hasSteps: true }
}

async function correctedResult(scene: Scene): Promise<OpenedResult> {
  await release(scene)
  const written = { Result: '18.4', Status: 'C' }
  return importOne(scene.site, scene.reviews, scene.person, written)
}

async function reviewCorrection(site: TestApp): Promise<Act> {
  const scene = await begin(site)
  const result = await correctedResult(scene)
  const body = { band: 'Red', comment: 'See your GP' }
  return actOn(scene, { result, path: 'review', as: scene.reviews.clinician, body })
}

async function releaseCorrection(site: TestApp): Promise<Act> {
  const scene = await begin(site, BY_POST)
  const as = scene.reviews.clinician
  const ready = await review(scene, await correctedResult(scene), 'Red')
  const result =
    ready.state === 'ring first'
      ? await pressOn(site, { result: ready, path: 'call', as, body: { note: 'Reached' } })
      : ready
  return actOn(scene, { result, path: 'release', as, body: { override: 'They know it' } })
}

const wrongMan = { because: 'wrong_man', note: 'Found by telephone' }

async function requestTakeBack(site: TestApp): Promise<Act> {
  const scene = await begin(site, BY_POST)
  const result = await release(scene)
  const as = scene.reviews.clinician
  return actOn(scene, { result, path: 'take-back-request', as, body: wrongMan })
}

async function confirmTakeBack(site: TestApp): Promise<Act> {
  const scene = await begin(site, BY_POST)
  const { clinician, other } = scene.reviews
  const path = 'take-back-request'
  const result = await pressOn(site, {
    result: await release(scene),
    path,
    as: clinician,
    body: wrongMan,
  })
  const body = { note: 'Looked at it' }
  return actOn(scene, { result, path: `${path}/confirm`, as: other, body })
}

async function undoSample(site: TestApp): Promise<Act> {
  const scene = await begin(site, BY_POST, DAY_OF_SAMPLES)
  await release(scene)
  const { event } = scene.reviews
  const { rows } = await site.deps.database.pool.query<{ id: string }>(
    `select action_id as id from attendance_actions where appointment_id = $1 and type = 'sample'`,
    [scene.person.appointmentId],
  )
  const as = await site.staff(['venue'], { eventIds: [event.event_id] })
  const action = {
    id: randomUUID(),
    device: 'tablet',
    sequence: 100,
    at: site.deps.now().toISOString(),
    appointment_id: scene.person.appointmentId,
    type: 'undo',
    undoes: rows[0]?.id,
    reason: 'The tube is of the neighbour',
  }
  const url = `/api/office/days/${event.event_id}/actions`
  return { press: () => site.ask('POST', url, { as, body: { actions: [action] } }) }
}

async function erasure(scene: Scene): Promise<{ url: string; admin: Clinician }> {
  const { site, person, reviews } = scene
  await importOne(site, reviews, person)
  const admin = await site.staff(['admin', 'office'])
  const { body } = await site.ask(
    'POST',
    `/api/office/members/${person.memberId}/erasure-requests`,
    { as: admin, body: { asked_by: 'The member', identity: 'Birth date', reason: 'Wants it' } },
  )
  return { url: `/api/office/erasures/${body.request_id}`, admin }
}

async function signException(site: TestApp): Promise<Act> {
  const scene = await begin(site)
  return exceptionOf(scene, await erasure(scene))
}

const exceptionOf = ({ site, reviews }: Scene, { url }: { url: string }): Act => ({
  press: () =>
    site.ask('POST', `${url}/exception`, {
      as: reviews.clinician,
      body: { reason: 'Was rung, knows it' },
    }),
})

async function approvalOf(scene: Scene): Promise<Act> {
  const { url, admin } = await erasure(scene)
  await done(exceptionOf(scene, { url }).press())
  const body = { member_id: scene.person.memberId }
  return {
    press: () => scene.site.ask('POST', `${url}/approval`, { as: admin, body }),
    refusals: ['not_open'],
  }
}

async function approveErasure(site: TestApp): Promise<Act> {
  return approvalOf(await begin(site))
}

async function eraseMember(site: TestApp): Promise<Act> {
  await done((await approvalOf(await begin(site))).press())
  return {
    press: async () => {
      const errors: Error[] = []
      await carryOutErasures(site.deps, (error) => errors.push(error))
      return { status: errors.length > 0 ? 500 : 200, body: { code: errors[0]?.message ?? '' } }
    },
    hasSteps: true,
  }
}

/** All admins get a mail after a merge: each act finds the same ones. */
const admins = new WeakMap<TestApp, ReturnType<TestApp['staff']>>()
function adminOf(site: TestApp): ReturnType<TestApp['staff']> {
  const admin = admins.get(site) ?? site.staff(['admin', 'office'])
  admins.set(site, admin)
  return admin
}

async function mergeRecords(site: TestApp): Promise<Act> {
  const { person, neighbour, reviews } = await begin(site)
  await importOne(site, reviews, neighbour)
  // Of one person, the one without an account and without a released result: one admin may do it.
  await site.deps.database.pool.query(
    `update members m set seal_id = m.user_id, user_id = null, last_name = k.last_name,
       date_of_birth = k.date_of_birth
     from members k where m.id = $1 and k.id = $2`,
    [neighbour.memberId, person.memberId],
  )
  const as = await adminOf(site)
  const url = `/api/office/members/${person.memberId}/merges`
  const { body: shown } = await site.ask('GET', `${url}/${neighbour.memberId}`, { as })
  const body = {
    member_id: neighbour.memberId,
    kept_version: shown.kept.version,
    merged_version: shown.merged.version,
    fields: Object.fromEntries(shown.differs.map((name: string) => [name, 'kept'])),
    account: 'kept',
    reason: 'One man',
  }
  const headers = { 'idempotency-key': randomUUID() }
  return { press: () => site.ask('POST', url, { as, body, headers }) }
}

async function done(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`was answered ${status} ${body?.code}`)
}

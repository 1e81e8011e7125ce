import { WITHDRAWAL_VERSION, WITHDRAWAL_WORDS } from '../../domain/consent-withdrawal.ts'
import { saveConsentText } from '../../server/bookings/consent/consent.queries.ts'
import { openLoop } from '../../server/tasks/change-loops.ts'
import {
  type Clinician,
  fileOf,
  lineOf,
  openLaboratory,
  sampledPeople,
  upload,
} from '../app/laboratory.ts'
import type { TestApp } from '../app/test-app.ts'
import { type Moment, withKill } from './kill-connection.ts'
import { halvesOf, wrongCountsOf } from './lab-invariants.queries.ts'

const ACTIONS = [
  'import',
  'commit',
  'review',
  'second review',
  'choice',
  'release',
  'take back request',
  'take back request/confirm',
] as const
type Action = (typeof ACTIONS)[number]
type Answer = Awaited<ReturnType<TestApp['ask']>>

/** More than any of the actions has. */
const EACH = Array.from({ length: 100 }, (_, n) => n)
const START = new Date('2027-01-12T09:00:00Z')
const MONDAY = new Date('2027-02-01T09:00:00Z')
const WAITS_BEFORE: Record<string, string> = {
  review: 'review',
  // Which review it waits for is sealed.
  'second review': 'review',
  choice: 'ready',
  release: 'ready',
  'take back request': 'released',
  'take back request/confirm': 'released',
}

/**
 * Kills the transactions of an import, a commit in two batches, two reviews of a red result, the
 * choice after a withdrawn consent, the release and its taking back before and after these statements
 * of theirs, or all, and repeats each. Returns what is wrong.
 */
export async function surviveKills(
  site: TestApp,
  { statements = EACH, isAtomic = true }: { statements?: number[]; isAtomic?: boolean } = {},
): Promise<{ wrong: string[]; kills: Record<Action, number> }> {
  const kills = Object.fromEntries(ACTIONS.map((action) => [action, 0])) as Record<Action, number>
  const wrong: string[] = []
  const clinicians = [await site.staff(['clinician']), await site.staff(['clinician'])] as const
  for (const when of ['before', 'after'] as const) {
    for (const action of ACTIONS) {
      for (const statement of statements) {
        const moment = { statement, when, isAtomic }
        const found = await surviveKill(site, { clinicians, action, moment })
        if (!found.isKilled) break
        kills[action] += 1
        const at = `${action}, ${when} statement ${statement}`
        wrong.push(...found.wrong.map((what) => `${at}: ${what}`))
      }
    }
  }
  return { wrong, kills }
}

async function surviveKill(
  site: TestApp,
  {
    clinicians: [one, other],
    action,
    moment,
  }: {
    clinicians: readonly [Clinician, Clinician]
    action: Action
    moment: Moment & { isAtomic: boolean }
  },
): Promise<{ isKilled: boolean; wrong: string[] }> {
  site.moveTo(START)
  const { labId, event } = await openLaboratory(site, { places: 6 })
  const [first, second] = await sampledPeople(site, { event, people: [{}, {}] })
  if (!first || !second) throw new Error('nobody had a sample taken')
  const { pool } = site.deps.database
  const wrong: string[] = []
  let isKilled = false

  const twice = lineOf(first, { 'Lab no': `Other ${first.tube}` })
  const bytes = fileOf([lineOf(first), lineOf(second), twice])
  site.moveTo(MONDAY)
  const { id } = await run('import', () => upload(site, { labId, bytes, as: one }))
  const ofFile = `/api/office/result-imports/${id}`
  // Two reports of one appointment wait for a person, and are two batches.
  for (const row of [2, 4]) {
    const url = `${ofFile}/rows/${row}/decision`
    const body = { decision: 'match', appointment_id: first.appointmentId }
    await done(await site.ask('POST', url, { as: one, body }))
  }
  await run('commit', () => site.ask('POST', `${ofFile}/commit`, { as: one }))
  const red = { band: 'Red', comment: 'See your GP' }
  await change('review', one, red)
  await change('second review', other, red)
  await withdrawConsent(site, first)
  await change('choice', one, { choice: 'tell', note: 'They ask for it' })
  await change('release', one, {})
  await change('take back request', one, { because: 'wrong_band', note: 'A slip' })
  await change('take back request/confirm', other, { note: 'It is' })
  wrong.push(...(await halvesOf(pool, labId)), ...(await wrongCountsOf(pool, labId)))
  return { isKilled, wrong }

  /** The answer of the action, killed and then repeated when it is its turn. */
  async function run(name: Action, work: () => Promise<Answer>): Promise<{ id: number }> {
    if (name !== action) return done(await work())
    const killed = await withKill(site, moment, work)
    isKilled = killed.isKilled
    wrong.push(...(await halvesOf(pool, labId)))
    if (!isKilled || killed.answer.status < 500) return done(killed.answer)
    return done(await work())
  }

  async function change(name: Action, as: Clinician, body: object): Promise<void> {
    const { resultId, version } = await found()
    const url = `/api/office/results/${resultId}/${name.replaceAll(' ', '-')}`
    await run(name, async () => {
      const now = await found()
      const isDone = now.version !== version || now.state !== WAITS_BEFORE[name]
      const answer = await site.ask('POST', url, { as, body: { ...body, version } })
      // What was done although its answer was lost is refused when it is repeated.
      const isRefused = answer.status === 409 && answer.body.code === 'changed_meanwhile'
      return isDone && isRefused ? { ...answer, status: 200 } : answer
    })
  }

  function done({ status, body }: Answer): { id: number } {
    if (status !== 200 && status !== 201) wrong.push(`was answered ${status} ${body.code}`)
    return body
  }

  async function found() {
    const { rows } = await pool.query<{ resultId: number; version: number; state: string }>(
      'select id as "resultId", version, state from lab_results where lab_id = $1 order by id limit 1',
      [labId],
    )
    return rows[0] ?? { resultId: 0, version: 0, state: '' }
  }
}

/** As a member withdraws it, with the task that a clinician has then. */
async function withdrawConsent(
  { deps }: TestApp,
  { memberId, appointmentId }: { memberId: number; appointmentId: number },
): Promise<void> {
  const { db, pool } = deps.database
  const [version, now] = [WITHDRAWAL_VERSION, deps.now()]
  await saveConsentText(db, { version, words: WITHDRAWAL_WORDS, now })
  await pool.query(
    `insert into consent_withdrawals (consent_id, member_id, event_id, words_version, channel,
        withdrawn_at)
      select id, member_id, event_id, $2, 'telephone', $3 from consents where member_id = $1`,
    [memberId, version, now],
  )
  const kind = 'consent_withdrawn'
  await openLoop(db, { kind, memberId, appointmentId, openedAt: now })
}

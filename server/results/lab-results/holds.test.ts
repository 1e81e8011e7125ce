import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WITHDRAWAL_VERSION, WITHDRAWAL_WORDS } from '../../../domain/consent-withdrawal.ts'
import { openResult, openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, type Reviews } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { newTube } from '../../../test/app/tubes.ts'
import { saveConsentText } from '../../bookings/consent/consent.queries.ts'

const SURGERY = { name: 'Mill Road Surgery', town: 'Diss', email: 'desk@mill.example' }
let site: TestApp
let reviews: Reviews
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  const at = new Date('2027-02-01T09:00:00Z')
  const consent = { gpSurgery: SURGERY }
  reviews = await openReviews(site, { people: [{ lastName: 'Wren' }], at, consent })
  person = reviews.people[0] as SampledPerson
})
afterAll(() => site.close())

const query = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const press = (result: { id: number; version: number }, path: string, body: object = {}) =>
  site.ask('POST', `/api/office/results/${result.id}/${path}`, {
    as: reviews.clinician,
    body: { version: result.version, ...body },
  })
const read = (id: number) => openResult(site, id, reviews.clinician)

/** As the venue had recorded it: on the day itself the tablet sends it. */
const record = (action: { type: string; tube?: string; reason?: string; undoes?: string }) =>
  query(
    `insert into attendance_actions (action_id, event_id, appointment_id, type, at, device, sequence,
        tube, reason, undoes, status, staff_id, recorded_at)
      select $2, event_id, appointment_id, $3, $4, 'x', 1, $5, $6, $7, 'applied', staff_id, $4
        from attendance_actions where appointment_id = $1 and type = 'sample'`,
    person.appointmentId,
    randomUUID(),
    action.type,
    site.deps.now(),
    action.tube ?? null,
    action.reason ?? null,
    action.undoes ?? null,
  )
async function undoSample(): Promise<void> {
  const [row] = await query(
    `select action_id as id from attendance_actions where appointment_id = $1 and type = 'sample'`,
    person.appointmentId,
  )
  await record({ type: 'undo', reason: 'The tube was the neighbour’s', undoes: row.id })
}
async function withdraw(): Promise<void> {
  const words = { version: WITHDRAWAL_VERSION, words: WITHDRAWAL_WORDS, now: site.deps.now() }
  await saveConsentText(site.deps.database.db, words)
  await query(
    `insert into consent_withdrawals (consent_id, member_id, event_id, words_version, channel, withdrawn_at)
      select id, member_id, event_id, $2, 'telephone', $3 from consents where member_id = $1`,
    person.memberId,
    WITHDRAWAL_VERSION,
    site.deps.now(),
  )
}
const ready = async () => {
  const result = await importOne(site, reviews, person)
  const body = { band: 'Green', comment: 'All well' }
  return pressOn(site, { result, path: 'review', as: reviews.clinician, body })
}
const released = () =>
  query('select released_at as at from results where member_id = $1', person.memberId)

describe('a held result', () => {
  test('whose sample was undone says by whom and why, and is neither reviewed nor released', async () => {
    const result = await ready()
    await undoSample()
    const held = await read(result.id)
    expect(held.holds).toMatchObject([
      { kind: 'sample_undone', tube: person.tube, words: 'The tube was the neighbour’s' },
    ])
    expect(held.holds[0]?.by).toBeTruthy()
    expect((await press(result, 'release')).body.code).toBe('result_held')
    const { body: back } = await press(result, 'send-back', { note: 'Undone' })
    expect((await press(back, 'review', { band: 'Green' })).body.code).toBe('result_held')
    expect(await released()).toEqual([])
  })

  test('of two samples waits until one is undone', async () => {
    const result = await ready()
    await record({ type: 'sample', tube: newTube('TWO') })
    expect((await read(result.id)).holds).toMatchObject([{ kind: 'two_samples' }])
    expect((await press(result, 'release')).body.code).toBe('result_held')
  })

  test('of a member who has died is never released to them, and their GP may read it', async () => {
    const result = await ready()
    await query('update members set died_at = now() where id = $1', person.memberId)
    expect((await press(result, 'release')).body.code).toBe('result_held')
    const list = await site.ask('GET', '/api/office/results?tab=dead', { as: reviews.clinician })
    expect(list.body.data.map(({ id }: { id: number }) => id)).toContain(result.id)
    const tell = await press(result, 'choice', { choice: 'tell', note: 'The wife asks' })
    expect(tell.body.code).toBe('no_choice_here')
    const gp = await press(result, 'choice', { choice: 'gp_only', note: 'The surgery asks' })
    expect((await press(gp.body, 'release')).status).toBe(200)
    expect(await released()).toEqual([{ at: null }])
    const letters = await query(
      'select recipient, state from result_letters where member_id = $1',
      person.memberId,
    )
    expect(letters).toEqual([{ recipient: 'gp', state: 'waiting' }])
  })
})

describe('a sample that was taken in doubt about capacity', () => {
  const url = () => `/api/office/members/${person.memberId}/capacity`
  const doubt = async () => {
    const clerk = await site.staff(['office'])
    const body = { words: 'The carer answered', appointment_id: person.appointmentId }
    expect((await site.ask('POST', `${url()}/doubts`, { as: clerk, body })).status).toBe(200)
  }
  const decide = async (decision: string) => {
    const { body } = await site.ask('GET', url(), { as: reviews.clinician })
    const decided = { doubt: body.open_doubt, decision, words: 'Spoke with them' }
    const path = `${url()}/decisions`
    return site.ask('POST', path, { as: reviews.clinician, body: decided })
  }

  test('is held from release until a clinician recorded a decision', async () => {
    const result = await ready()
    await doubt()
    expect((await read(result.id)).holds).toMatchObject([{ kind: 'sampled_in_doubt' }])
    expect((await press(result, 'release')).body.code).toBe('result_held')
    expect(await released()).toEqual([])
    expect((await decide('has_capacity')).status).toBe(200)
    expect((await read(result.id)).holds).toEqual([])
    expect((await press(result, 'release')).status).toBe(200)
    expect(await released()).toHaveLength(1)
  })

  test('is reviewed meanwhile, so that a grave number is known to a clinician', async () => {
    const result = await importOne(site, reviews, person)
    await doubt()
    expect((await press(result, 'review', { band: 'Green', comment: 'All well' })).status).toBe(200)
  })
})

describe('after a withdrawn consent a clinician chooses', () => {
  test('to tell the member anyway', async () => {
    const result = await ready()
    await withdraw()
    expect((await press(result, 'release')).body.code).toBe('result_held')
    const told = await press(result, 'choice', { choice: 'tell', note: 'They ask for it' })
    expect([told.status, told.body.holds]).toEqual([200, []])
    expect((await press(told.body, 'release')).status).toBe(200)
    expect(await released()).toHaveLength(1)
  })

  test('that only the GP reads it: never in the portal, and no letter to the member', async () => {
    const result = await ready()
    await withdraw()
    const gp = await press(result, 'choice', { choice: 'gp_only', note: 'As they wish' })
    expect((await press(gp.body, 'release')).body.state).toBe('released')
    expect(await released()).toEqual([{ at: null }])
    const letters = await query(
      'select recipient from result_letters where member_id = $1',
      person.memberId,
    )
    expect(letters).toEqual([{ recipient: 'gp' }])
  })

  test('to destroy it: no number is left, here or in the row of the file, and nothing is awaited', async () => {
    const result = await ready()
    await withdraw()
    const gone = await press(result, 'choice', { choice: 'destroy', note: 'As they wish' })
    expect(gone.body).toMatchObject({ state: 'discarded', value: null, lab_comment: null })
    expect(gone.body.reviews.map(({ band }: { band: unknown }) => band)).not.toContain('Green')
    const [row] = await query(
      'select import_id as import, row from result_import_rows where lab_result_id = $1',
      result.id,
    )
    const url = `/api/office/result-imports/${row.import}/rows`
    const { body } = await site.ask('GET', url, { as: reviews.clinician })
    expect(JSON.stringify(body)).not.toContain('"1.2"')
    const open = await query(
      'select kind from care_loops where appointment_id = $1 and closed_at is null',
      person.appointmentId,
    )
    expect(open.map(({ kind }) => kind)).not.toContain('lab_to_result')
    expect((await press(gone.body, 'release')).body.code).toBe('not_ready_for_release')
  })
})

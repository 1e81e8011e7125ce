import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sealCapacity } from '../../bookings/capacity/sealed-capacity.ts'
import { sealInvited } from '../../bookings/invitations/sealed-invitation.ts'
import { sealAnswers } from '../../bookings/preparation/sealed-answers.ts'
import { sealException, sealStop } from '../../care/contact-stops/sealed-stops.ts'
import { sealSaid } from '../../care/task-list/sealed-follow-up.ts'
import { insertMessage } from '../../contact/contact.queries.ts'
import { sealEntry } from '../../contact/sealed-entry.ts'
import { addDemoData } from '../../demo/demo-data.ts'
import { sealLink } from '../../facts/sealed-follow-up-links.ts'
import { sealGpDay } from '../../facts/sealed-gp-day.ts'
import { sealState } from '../../facts/sealed-lab-results.ts'
import { sealPress } from '../../facts/sealed-press.ts'
import { sealIdentity } from '../../members/identity/sealed-identity.ts'
import { sealKeptIdentity } from '../../members/kept-identity.ts'
import { sealNoteText } from '../../members/notes/sealed-notes.ts'
import { savePendingProfile } from '../../members/profile/pending-profile.ts'
import { historyPlace } from '../../members/profile/update-profile.ts'
import { sealMail, sealReason, sealSentText } from '../../messages/mails/sealed-mail.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { followUpLinks, gpAppointments } from '../../platform/db/schema.ts'
import {
  addKey,
  makeCurrent,
  makeFieldKeys,
  openFieldKeys,
} from '../../platform/keys/field-keys.ts'
import { placeOfMerged } from '../../records/duplicates/sealed-record.ts'
import { checkChains } from '../../records/hash-chain/check-chain.ts'
import { sealRows } from '../../records/hash-chain/seal-rows.ts'
import { sealSurgery } from '../../results/result-letters/surgery.ts'
import { sealClosing } from '../../tasks/sealed-closing.ts'
import { sealSecret } from '../../tasks/sealed-loops.ts'
import { sealRegistration } from '../../venue/check-in/sealed-registration.ts'
import { sealIncident } from '../../venue/incidents/sealed-incident.ts'
import { countSealed, retireKey, unknownColumns } from './count-sealed.ts'
import { reseal } from './reseal.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

const NOW = new Date('2027-03-15T08:07:00Z')
const FORMER = 'the-former-key-of-this-test'
const first = makeFieldKeys().replaceAll('"1"', `"${FORMER}"`)
const prepared = addKey(first)
const rotated = makeCurrent(prepared.ring, prepared.added)
const keys = openFieldKeys(first)
const WHATS = [
  ...SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`),
  'audit_log.details',
  'jobs.job.data',
  'jobs.job.output',
].sort()

let database: TestDatabase
let now = NOW
const deps = () => ({ database: database.owner, ring: rotated, now: () => now })
const chainDeps = () => ({ database, fieldKeys: openFieldKeys(rotated), now: () => now })

beforeAll(async () => {
  database = await openTestDatabase()
  const accounts = { createUser: async () => ({ id: randomUUID(), password: '' }) }
  await addDemoData({ database, fieldKeys: keys, now: () => now }, accounts)
  await addTheRest()
  now = new Date(NOW.getTime() + 3_600_000)
  await sealRows({ ...chainDeps(), fieldKeys: keys }, (error) => {
    throw error
  })
})
afterAll(() => database.close())

/** What the demo data has not: a value in every other sealed column. */
async function addTheRest(): Promise<void> {
  const { pool, owner } = database
  const { rows: members } = await pool.query(
    'select id, coalesce(seal_id, user_id)::text as seal_id from members order by id limit 3',
  )
  const [{ id: memberId, seal_id: sealId }] = members
  await pool.query('insert into kept_identities (member_id, sealed, kept_at) values ($1, $2, $3)', [
    memberId,
    sealKeptIdentity(keys, { memberId }, { ...PERSON, nhs_number: null }),
    now,
  ])
  const { rows: clerks } = await pool.query(
    `insert into staff (user_id, email, name, roles, since)
       values (gen_random_uuid(), 'second@example.org', 'Second', '{admin}', $1) returning id`,
    [now],
  )
  const by = clerks[0].id
  const [stop, exception, merge] = [randomUUID(), randomUUID(), randomUUID()]
  await pool.query(
    `insert into contact_stops (member_id, kind, made_by, at, seal_id, sealed)
       values ($1, 'died', $2, $3, $4, $5)`,
    [memberId, by, now, stop, sealStop(keys, stop, { told_by: 'the daughter', stopped: [] })],
  )
  await pool.query(
    `insert into capacity_entries (member_id, kind, made_by, at, seal_id, sealed)
       values ($1, 'doubt', $2, $3, $4, $5)`,
    [memberId, by, now, stop, sealCapacity(keys, stop, { words: 'Could not say what it is for' })],
  )
  await pool.query(
    `insert into invitations
       (event_id, slot_starts_at, key_hash, seal_id, sealed, invited_by, created_at, held_until)
       select id, starts_at, $4, $1, $2, $3, $5, $5::timestamptz + interval '7 days'
         from events limit 1`,
    [
      stop,
      sealInvited(keys, stop, { name: 'Ann Other', email: null, mobile: null }),
      by,
      randomBytes(32),
      now,
    ],
  )
  await pool.query(
    `insert into member_notes (member_id, kind, made_by, at, seal_id, sealed)
       values ($1, 'office', $2, $3, $4, $5)`,
    [memberId, by, now, stop, sealNoteText(keys, stop, { text: 'Wants Saturday' })],
  )
  await pool.query(
    `insert into incident_entries
       (part, act, event_id, member_id, happened_at, made_by, at, seal_id, sealed)
       select 1, 'recorded', id, $1, $3, $2, $3, $4, $5 from events limit 1`,
    [memberId, by, now, stop, sealIncident(keys, stop, { text: 'Lay down', kind: 'fainted' })],
  )
  await insertMessage(
    database.db,
    { fieldKeys: keys },
    {
      firstName: 'James',
      lastName: 'Carter',
      email: 'james@example.org',
      phoneNumber: '07700 900118',
      message: 'My PSA was raised',
      state: 'received',
      receivedAt: now,
    },
  )
  const answer = sealEntry(keys, 'Please see your GP about your PSA')
  await pool.query(
    `insert into message_entries (message_id, kind, made_by, at, seal_id, sealed)
       select id, 'reply', $1, $2, $3, $4 from contact_messages`,
    [by, now, answer.sealId, answer.sealed],
  )
  await pool.query(
    `insert into erasure_exceptions (member_id, blockers, signed_by, at, seal_id, sealed)
       values ($1, '{open correction}', $2, $3, $4, $5)`,
    [memberId, by, now, exception, sealException(keys, exception, 'told by telephone')],
  )
  await pool.query(
    `insert into member_merges (kept_id, merged_id, made_by, reason, at, seal_id, sealed)
       values ($1, $2, $3, 'one person', $4, $5, $6)`,
    [memberId, members[1].id, by, now, merge, keys.seal('{}', placeOfMerged(merge))],
  )
  await pool.query(
    `insert into identity_changes (member_id, actor_user_id, fields, before, after, at)
       values ($1, $2, '{first_name}', $3, $4, $5)`,
    [
      memberId,
      randomUUID(),
      sealIdentity(keys, sealId, { first_name: 'Alan' }),
      sealIdentity(keys, sealId, { first_name: 'Allan' }),
      now,
    ],
  )
  const profile = { userId: randomUUID(), form: PERSON as never }
  await savePendingProfile({ fieldKeys: keys, now: () => now }, database.db, profile)
  const pressed = sealPress(keys, { reason: 'Not theirs', note: null })
  await pool.query(
    `insert into attendance_actions (action_id, event_id, type, device, sequence, at, reason, seal_id, sealed,
         staff_id, recorded_at, status, code)
       select $1, event_id, 'undo', 'tablet', 1, $2, $3, $4, $5, staff_id, $2, 'refused', 'nothing_to_undo'
         from attendance_actions order by id limit 1`,
    [randomUUID(), now, pressed.reason, pressed.sealId, pressed.sealed],
  )
  const { rows: actions } = await pool.query(
    'select action_id, event_id from attendance_actions order by id limit 1',
  )
  const [action] = actions
  await pool.query(
    'insert into kept_registrations (action_id, event_id, sealed, kept_at) values ($1, $2, $3, $4)',
    [
      action.action_id,
      action.event_id,
      sealRegistration(keys, { id: action.action_id }, { first_name: 'Ann' }),
      now,
    ],
  )
  const { rows: results } = await pool.query(
    'select id, member_id from results order by id limit 1',
  )
  const [result] = results
  await pool.query(
    `insert into result_letters (result_id, member_id, recipient, waiting_since, surgery, surgery_index)
       values ($1, $2, 'gp', $3, $4, $5)`,
    [
      result.id,
      result.member_id,
      now,
      sealSurgery(keys, result.id, {
        name: 'S',
        address_lines: [],
        town: null,
        postcode: 'CB1 1AA',
      }),
      keys.blindIndex('S', 'surgery of a consent'),
    ],
  )
  const { rows: booked } = await pool.query(
    'select id, member_id, slot_starts_at from appointments order by id limit 1',
  )
  const [{ id: appointmentId, member_id: asked, slot_starts_at: startsAt }] = booked
  const answers = { infection: true, catheter: false, exercise: false, ejaculation: false }
  await pool.query(
    `insert into preparation_answers (appointment_id, member_id, starts_at, sealed, answered_at)
       values ($1, $2, $3, $4, $5)`,
    [
      appointmentId,
      asked,
      startsAt,
      sealAnswers(keys, { appointmentId: Number(appointmentId), startsAt }, answers),
      now,
    ],
  )
  const said = { resultId: Number(result.id), round: 'six_weeks' } as const
  await pool.query(
    `insert into follow_up_answers (result_id, member_id, round, sealed, answered_at)
       values ($1, $2, 'six_weeks', $3, $4)`,
    [result.id, result.member_id, sealSaid(keys, said, { outcome: 'mri', on: null }), now],
  )
  const link = sealLink(keys, {
    ...said,
    keyHash: Buffer.alloc(32, 7),
    memberId: Number(result.member_id),
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000 * 90),
    answeredAt: null,
  })
  await database.db.insert(followUpLinks).values(link)
  const gpDay = { resultId: said.resultId, day: '2027-04-01', enteredAt: now }
  await database.db.insert(gpAppointments).values(sealGpDay(keys, gpDay))
  const { rows: loops } = await pool.query(
    'select id from care_loops where closed_at is null order by id limit 1',
  )
  const loopId = Number(loops[0].id)
  const closing = sealClosing(keys, { id: loopId }, { reason: 'told_by_telephone', note: 'N' })
  await pool.query(
    `update care_loops set closed_at = $2, closed_because = 'person', closing = $3,
         closed_by = (select min(id) from staff) where id = $1`,
    [loopId, now, closing],
  )
  const loopSeal = randomUUID()
  const secret = { kind: 'recall', pace: 'usual', urgency: 4, due: null, because: null } as const
  await pool.query('update care_loops set seal_id = $2, sealed = $3 where id = $1', [
    loopId,
    loopSeal,
    sealSecret(keys, loopSeal, secret),
  ])
  const { rows: found } = await pool.query('select id, seal_id from lab_results limit 1')
  await pool.query('update lab_results set sealed_state = $2 where id = $1', [
    found[0].id,
    sealState(keys, found[0].seal_id, 'second'),
  ])
  const jobId = randomUUID()
  await pool.query(
    `insert into sent_messages (member_id, job_id, queue, about, sealed, sent_at)
       values ($1, $2, 'mail', 'booked REF', $3, $4)`,
    [memberId, jobId, sealSentText(keys, jobId, { subject: 'S', text: 'T' }), now],
  )
  const changed = (value: string) => ({
    email: keys.seal(value, historyPlace('email', sealId)).toString('base64'),
  })
  for (const n of [1, 2, 3])
    await insertAudit(database.db, { memberId, at: now }, 'profile changed', {
      changed: ['email'],
      before: changed(`${n}@before`),
      after: changed(`${n}@after`),
    })
  const id = randomUUID()
  const mail = sealMail(keys, id, { to: 'a@example.org', subject: 'S', text: 'T' })
  const reason = sealReason(keys, { queue: 'mail', id }, 'refused a@example.org')
  await owner.pool.query(
    `insert into jobs.job (id, name, data, output, state) values ($1, 'mail', $2, $3, 'failed')`,
    [id, mail, { data: reason }],
  )
}
const PERSON = {
  first_name: 'Alan',
  last_name: 'Sample',
  gender: 'Male',
  date_of_birth: '1960-05-01',
}

/** Tables in which any row still has bytes or text of the former key, wherever it is. */
async function tablesWithFormerKey(): Promise<string[]> {
  const head = Buffer.concat([Buffer.of(1, FORMER.length), Buffer.from(FORMER)])
  const inText = head.toString('base64').slice(0, Math.floor(head.length / 3) * 4)
  const { rows: tables } = await database.owner.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'auth', 'jobs') and tablename <> 'field_key_canaries'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.owner.pool.query(
      `select 1 from ${name} t where t::text like $1 or t::text like $2 limit 1`,
      [`%${head.toString('hex')}%`, `%${inText}%`],
    )
    if (rows.length > 0) found.push(name)
  }
  return found.sort()
}

async function sealedWith(key: string): Promise<Map<string, number>> {
  const uses = await countSealed({ database: database.owner, ring: rotated })
  return uses.find(({ name }) => name === key)?.counts ?? new Map()
}

async function brokenChains(): Promise<string[]> {
  return (await checkChains(chainDeps())).filter(({ fault }) => fault).map(({ table }) => table)
}

test('every column of bytes is known to be sealed or not', async () => {
  expect(await unknownColumns(database)).toEqual([])
  await database.owner.pool.query('alter table products add column secret bytea')
  expect(await unknownColumns(database)).toEqual(['products.secret'])
  await database.owner.pool.query('alter table products drop column secret')
})

describe('sealing again', () => {
  let before: Map<string, number>
  beforeEach(async () => {
    before ??= await sealedWith(FORMER)
  })

  test('starts with a former value in every sealed column', async () => {
    expect([...before.keys()].sort()).toEqual(WHATS)
    const names = new Set(WHATS.map((what) => what.split('.').slice(0, -1).join('.')))
    const tables = [...names].map((name) => (name.includes('.') ? name : `public.${name}`))
    expect(await tablesWithFormerKey()).toEqual(tables.sort())
    await expect(retireKey({ database: database.owner, ring: rotated }, FORMER)).rejects.toThrow(
      'still seals',
    )
  })

  test('goes on after a kill at any transaction', async () => {
    for (let kill = 1; kill <= 6; kill++) {
      let n = 0
      const dying = {
        db: database.owner.db,
        transaction: ((work) =>
          database.owner.transaction(async (tx) => {
            const done = await work(tx)
            n += 1
            if (n === kill * 2) throw new Error('killed')
            return done
          })) satisfies TestDatabase['transaction'] as TestDatabase['transaction'],
      }
      await expect(reseal({ ...deps(), database: dying }, () => undefined)).rejects.toThrow(
        'killed',
      )
      expect(await brokenChains()).toEqual([])
    }
    const [done, left] = [await sealedWith(prepared.added), await sealedWith(FORMER)]
    expect([done.size, left.size]).toEqual([expect.any(Number), expect.any(Number)])
    expect(done.size).toBeGreaterThan(0)
    expect(left.size).toBeGreaterThan(0)
  })

  test('leaves nothing of the former key, anywhere', async () => {
    await reseal(deps(), () => undefined)
    expect(await sealedWith(FORMER)).toEqual(new Map())
    expect(await sealedWith(prepared.added)).toEqual(before)
    expect(await tablesWithFormerKey()).toEqual([])
    const { rows } = await database.owner.pool.query(
      `select c.relname from pg_attribute f join pg_class c on c.oid = f.attrelid,
         aclexplode(f.attacl) a
       where a.grantee = 'charity_erasure'::regrole and f.atttypid = 'bytea'::regtype
         and c.relname not in ('members', 'care_loops')`,
    )
    expect(rows, 'rights that the run left').toEqual([])
  })

  test('leaves the hash chain whole', async () => {
    expect(await brokenChains()).toEqual([])
    await database.owner
      .transaction(async (tx) => {
        await tx.execute('set local role charity_erasure')
        await tx.execute(
          `update audit_log set details = '{"changed": []}' where action = 'profile changed'`,
        )
        await tx.execute('reset role')
        await expect(
          checkChains({ ...chainDeps(), database: { db: tx, transaction: (work) => work(tx) } }),
        ).resolves.toContainEqual(expect.objectContaining({ fault: expect.anything() }))
        tx.rollback()
      })
      .catch((error: Error) => expect(error.message).toBe('Rollback'))
  })

  test('opens with the new key alone, once the former one is retired', async () => {
    await retireKey({ database: database.owner, ring: rotated }, FORMER)
    const ring = JSON.parse(rotated)
    delete ring.keys[FORMER]
    const without = JSON.stringify(ring)
    const again = addKey(without)
    const next = makeCurrent(again.ring, again.added)
    await reseal({ ...deps(), ring: next }, () => undefined)
    const uses = await countSealed({ database: database.owner, ring: next })
    expect(uses.find(({ name }) => name === again.added)?.counts).toEqual(before)
  })

  test('a second run changes nothing', async () => {
    const seen: string[] = []
    const uses = await countSealed({ database: database.owner, ring: rotated })
    const current = uses.find(({ counts }) => counts.size > 0)?.name ?? ''
    const ring = JSON.stringify({
      ...JSON.parse(rotated),
      current,
      keys: { ...JSON.parse(rotated).keys, [current]: JSON.parse(makeFieldKeys()).keys[1] },
    })
    await reseal({ ...deps(), ring }, (what, count) => count && seen.push(what))
    expect(seen).toEqual([])
  })
})

// Each text of an event, by the list of its fields alone: what a new line of that list has to do.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapValues } from '../../domain/fields.ts'
import { EVENT_TEXTS } from '../../domain/office/event-fields.ts'
import { LAB_FIELDS } from '../../domain/office/lab-fields.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

let site: TestApp
let office: { cookie: string; userId: string }
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
})
afterAll(() => site.close())

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  site.ask(method, `/api/office/events${path}`, { as: office, ...(body && { body }) })

/** In capitals, as a postcode is stored. */
function textOf(length: number, name: keyof typeof EVENT_TEXTS): string {
  if (name !== 'contact_email') return 'X'.repeat(length)
  const domain = `${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.org`
  return `${'x'.repeat(length - domain.length - 1)}@${domain}`
}

const LONGEST = mapValues(EVENT_TEXTS, ({ max }, name) => textOf(max, name))
const DAY = {
  event_name: 'Ely PSA screening',
  event_date: '2027-03-01',
  slot_plan: { start: '09:00', end: '12:00', session_minutes: 10, places_per_slot: 1 },
}

test('each text is saved with a new event, changed, emptied and copied', async () => {
  const added = await ask('POST', '', { ...DAY, ...LONGEST })
  expect(added.body).toMatchObject({ ...DAY, ...LONGEST })
  const { event_id: id, version } = added.body

  const { body: copied } = await ask('POST', `/${id}/copies`, { dates: ['2027-03-08'] })
  expect((await ask('GET', `/${copied.event_ids[0]}`)).body).toMatchObject(LONGEST)

  const emptied = mapValues(EVENT_TEXTS, () => null)
  expect((await ask('PUT', `/${id}`, { version, ...emptied })).body).toMatchObject(emptied)
})

test('each text is as long as its list says and no longer', async () => {
  const { event_id: id } = await site.event()
  const { version } = (await ask('GET', `/${id}`)).body
  const tooLong = mapValues(EVENT_TEXTS, ({ max }, name) => textOf(max + 1, name))
  const { status, body } = await ask('PUT', `/${id}`, { version, ...tooLong })
  const refused = body.fields.map(({ field }: { field: string }) => field)
  expect([status, refused.sort()]).toEqual([400, Object.keys(tooLong).sort()])
})

test('the database has the limits of the list, wherever it has one', async () => {
  const { rows } = await site.deps.database.pool.query(
    `select pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid in ('events'::regclass, 'labs'::regclass) and contype = 'c'`,
  )
  const rules = rows.map(({ rule }) => rule).join('\n')
  const limits = [...rules.matchAll(/length\((\w+)\), 1\) <= (\d+)/g)]
  expect(limits.length).toBeGreaterThan(3)
  const listed = Object.entries(EVENT_TEXTS).map(([name, { max }]) => `${name} ${max}`)
  for (const [, name, max] of limits) expect(listed).toContain(`${name} ${max}`)
  const { least, most } = LAB_FIELDS.result_days
  expect(rules).toContain(`(result_days >= ${least}) AND (result_days <= ${most})`)
})

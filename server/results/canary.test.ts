// A laboratory's findings and a member's answers go from their sealed columns to their owner only:
// nothing that this site stores in the clear, logs, mails or sends to others contains them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canaryMember, canaryNumber } from '../../test/app/canaries.ts'
import { loggedLines } from '../../test/app/logged-lines.ts'
import { everythingAsText } from '../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { insertResult } from '../facts/results.queries.ts'

const FOUND = ['177.7731', 'Kestrel remark']
const TOLD = ['Siskin detail', 'Combodart']
const WHOLE = { test_unit: 'ng/ml', comments: 'Kestrel remark' }

let site: TestApp
let member: TestMember
let logged: string[]
beforeAll(async () => {
  site = await openTestApp({ settings: { logLevel: 'debug' } })
  logged = loggedLines(site.app)
  member = await canaryMember(site)
})
afterAll(() => site.close())

const read = (path: string | number, as?: TestMember) =>
  site.ask('GET', `/api/medical/results/${path}`, { ...(as && { as }) })

test('a result is shown to its owner alone', async () => {
  const other = await site.member()
  const own = await read(member.id, member)
  const [{ result }] = own.body.data
  const one = await read(`${member.id}/${result.result_id}`, member)
  for (const { body } of [own, one]) {
    for (const found of FOUND) expect(JSON.stringify(body)).toContain(found)
  }
  const refused = [
    await read(`${member.id}/${result.result_id}`),
    await read(`${member.id}/${result.result_id}`, other),
    await read(`${other.id}/${result.result_id}`, other),
  ]
  for (const { status, body } of refused) {
    expect(status).toBeGreaterThanOrEqual(401)
    for (const found of FOUND) expect(JSON.stringify(body)).not.toContain(found)
  }
})

test.each([
  ['no JSON', FOUND.toReversed().join(' ')],
  ['broken JSON', JSON.stringify(WHOLE).slice(0, -3)],
  ['of another shape', JSON.stringify({ ...WHOLE, test_result: 177.7731 })],
])('a sealed record that is %s fails without a word of what it says', async (_, text) => {
  const member = await site.member()
  const origin = { source: 'test', sourceRef: randomUUID() }
  const place = `results|sealed|${origin.source}|${origin.sourceRef}`
  const sealed = site.deps.fieldKeys.seal(text, place)
  const releasedAt = site.deps.now()
  await insertResult(site.deps.database.db, { ...origin, memberId: member.id, sealed, releasedAt })
  const { status, body } = await read(member.id, member)
  expect(status).toBe(500)
  for (const found of FOUND) expect(JSON.stringify(body)).not.toContain(found)
})

test('it is nowhere else', async () => {
  const places = {
    stored: await everythingAsText(site.deps.database.db),
    logged: logged.join('\n'),
  }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100)
    for (const found of [...FOUND, ...TOLD, 'Kestrel', canaryNumber(member)]) {
      expect(text.includes(found), `${found} in ${place}`).toBe(false)
    }
  }
  expect(places.logged).toContain('/api/medical/results/:id/:result')
  expect(places.logged).not.toContain(`/results/${member.id}`)
  expect(JSON.stringify(site.mails)).not.toContain(FOUND[0])
})

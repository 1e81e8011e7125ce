// A clinician is away: who covers reads it, and everybody reads on which days a red result would wait.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'

type Staff = Awaited<ReturnType<TestApp['staff']>>
const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let ann: Staff
let ben: Staff
let cat: Staff
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  const roles = ['clinician'] as const
  await site.ownerPool.query("update staff set roles = '{}', until = now() where until is null")
  ann = await site.staff([...roles])
  ben = await site.staff([...roles])
  cat = await site.staff([...roles])
})

const enter = (clinician: Staff, cover: Staff, from: string, to: string, as = ann) =>
  site.ask('POST', '/api/office/absences', {
    as,
    body: { clinician_id: clinician.id, cover_id: cover.id, from, until: to },
  })
const end = (id: number, as = ann) => site.ask('POST', `/api/office/absences/${id}/end`, { as })
const signedIn = async ({ userId, email }: Staff) => ({
  cookie: await site.signIn(userId, email, 'aal2'),
})
const read = async (as: { cookie: string } = ann) =>
  (await site.ask('GET', '/api/office/absences', { as })).body

test('who covers reads it, and both get an email', async () => {
  const { status, body } = await enter(ann, ben, '2027-01-14', '2027-01-20')
  expect(status).toBe(201)
  expect(body.absences).toMatchObject([
    { clinician: ann.name, cover: ben.name, from: '2027-01-14', is_own_cover: false },
  ])
  expect((await read(ben)).absences).toMatchObject([{ is_own_cover: true }])
  for (const { email } of [ann, ben])
    await until(() => expect(site.mails.filter(({ to }) => to === email)).toHaveLength(1))
})

test('says on which days fewer than two clinicians work', async () => {
  await enter(ann, cat, '2027-01-14', '2027-01-20')
  expect((await read()).too_few).toEqual([])
  await enter(ben, cat, '2027-01-18', '2027-01-31')
  expect((await read(cat)).too_few).toEqual([{ from: '2027-01-18', until: '2027-01-20' }])
  site.moveTo(new Date('2027-01-18T09:00:00Z'))
  const { body } = await site.ask('GET', '/api/office/today', { as: await signedIn(cat) })
  expect(body.clinicians_away).toMatchObject({
    too_few: [{ from: '2027-01-18', until: '2027-01-20' }],
    covered: [
      { clinician: ann.name, until: '2027-01-20' },
      { clinician: ben.name, until: '2027-01-31' },
    ],
  })
})

test('refuses days in the past, oneself as cover, days twice, and cover who is away', async () => {
  const code = async (answer: ReturnType<typeof enter>) => (await answer).body.code
  expect(await code(enter(ann, ben, '2027-01-08', '2027-01-11'))).toBe('absence_days')
  expect(await code(enter(ann, ben, '2027-01-14', '2027-01-13'))).toBe('absence_days')
  expect(await code(enter(ann, ben, '2027-01-14', '2028-01-15'))).toBe('absence_days')
  expect(await code(enter(ann, ann, '2027-01-14', '2027-01-15'))).toBe('own_cover')
  await enter(ann, ben, '2027-01-14', '2027-01-15')
  expect(await code(enter(ann, cat, '2027-01-15', '2027-01-16'))).toBe('absence_overlaps')
  expect(await code(enter(cat, ann, '2027-01-15', '2027-01-16'))).toBe('cover_is_away')
  const clerk = await site.staff(['office'])
  expect((await enter(ann, clerk, '2027-02-14', '2027-02-15')).status).toBe(404)
  expect((await enter(ben, cat, '2027-02-14', '2027-02-15', clerk)).status).toBe(403)
})

test('two who enter the same days at once enter them once', async () => {
  const both = await Promise.all([
    enter(ann, ben, '2027-01-14', '2027-01-15', ann),
    enter(ann, cat, '2027-01-14', '2027-01-15', cat),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('ends once, and leaves the list when it is over or somebody no longer works here', async () => {
  const { body } = await enter(ann, ben, '2027-01-12', '2027-01-20')
  const [{ id }] = body.absences
  expect((await end(id, cat)).body.absences).toEqual([])
  expect((await end(id)).body.code).toBe('absence_over')
  expect((await end(999_999)).status).toBe(404)
  await enter(ann, ben, '2027-01-12', '2027-01-20')
  await site.ownerPool.query("update staff set roles = '{}', until = now() where id = $1", [ben.id])
  expect((await read()).absences).toMatchObject([{ cover: null }])
  site.moveTo(new Date('2027-01-21T00:30:00Z'))
  expect((await read(await signedIn(ann))).absences).toEqual([])
})

// Letters care of somebody, and letters that the office keeps for members without an address.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { importOne, type Reviews, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { openKinds } from '../../../test/care-loops/loop-invariants.queries.ts'
import { sendNotices } from '../../care/reminders/send-notices.ts'

let site: TestApp
let reviews: Reviews
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await query(`update result_letters set state = 'stopped', batch_id = null
    where state in ('waiting', 'printed')`)
  reviews = await openReviews(site, { people: [{ firstName: 'Owen', lastName: 'Rhys' }] })
  ;[person] = reviews.people as [SampledPerson]
})

const query = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  site.ask(method, `/api/office/${path}`, { as: reviews.clinician, ...(body && { body }) })
const letters = async (tab: string) => (await ask('GET', `letters?tab=${tab}`)).body.data
const batchOf = async (id: number) => (await ask('GET', `letter-batches/${id}`)).body
const open = () => openKinds(site.deps.database.pool, person.memberId)
async function draw(id: number): Promise<string> {
  const { rawPayload } = await site.app.inject({
    method: 'POST',
    url: `/api/office/letter-batches/${id}/letters`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: reviews.clinician.cookie },
  })
  return (await readPdf(rawPayload))
    .flat()
    .map(({ text }) => text)
    .join(' ')
}
async function release(member: string, band: 'Green' | 'Amber' = 'Green') {
  await query(`update members set ${member} where id = $1`, person.memberId)
  const more = band === 'Amber' ? { retest_months: 3 } : {}
  await releaseOne(site, reviews, { person, band, ...more })
  await sendNotices(site.deps, (error) => {
    throw error
  })
}
const COLLECTS = `contact_by = 'collect', address_lines = '{No fixed abode}', postcode = null,
  phone = '', email = null, user_id = null, seal_id = coalesce(seal_id, user_id, gen_random_uuid())`
async function printed(): Promise<number> {
  const { id } = (await ask('POST', 'letter-batches', {})).body
  await draw(id)
  const step = await ask('PUT', `letter-batches/${id}`, { step: 'printed', count: 1 })
  expect(step.status).toBe(200)
  return id
}
const collect = (id: number) =>
  ask('PUT', `letters/${id}/collection`, { proof: 'name_and_birth_date' })

describe('a letter to collect', () => {
  test('is printed on a pile of its own, and not posted with the batch', async () => {
    await release(COLLECTS)
    expect(await letters('waiting')).toMatchObject([
      { is_to_collect: true, address: ['To be collected at the office'] },
    ])
    const { id } = (await ask('POST', 'letter-batches', {})).body
    expect(await draw(id)).toContain('To be collected at the office')
    expect((await ask('POST', `letter-batches/${id}/address-labels`, {})).body.code).toBe(
      'no_labels',
    )
    expect(await batchOf(id)).toMatchObject({ letters: 1, to_collect: 1 })
    await ask('PUT', `letter-batches/${id}`, { step: 'printed', count: 1 })
    expect(await batchOf(id)).toMatchObject({ letters: 0, to_collect: 1 })
    expect(await letters('to_collect')).toMatchObject([{ name: 'Owen Rhys' }])
    await ask('PUT', `letter-batches/${id}`, { step: 'posted', count: 0 })
    expect(await letters('to_collect')).toHaveLength(1)
    expect(await open()).toEqual(['released_to_read'])
  })

  test('is handed over once, with who did it and how they knew the member', async () => {
    await release(COLLECTS)
    await printed()
    const [{ id }] = await letters('to_collect')
    expect((await collect(id)).status).toBe(200)
    expect((await collect(id)).status).toBe(200)
    expect(await letters('collected')).toMatchObject([
      { collected: { by: reviews.clinician.name, proof: 'name_and_birth_date' } },
    ])
    expect(await open()).toEqual([])
    expect(await query(`select action from audit_log where subject = $1`, `letter ${id}`)).toEqual([
      { action: 'letter collected' },
    ])
  })

  test('with an amber result still needs a call after it was collected', async () => {
    await release(COLLECTS, 'Amber')
    await printed()
    const [{ id }] = await letters('to_collect')
    await collect(id)
    expect(await open()).toContain('released_to_read')
  })

  test('is kept back while the laboratory corrects its report', async () => {
    await release(COLLECTS)
    await printed()
    const [{ id }] = await letters('to_collect')
    await importOne(site, reviews, person, { Result: '18.4', Status: 'C' })
    expect((await letters('to_collect'))[0].is_held).toBe(true)
    const refused = await collect(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'letter_held'])
  })

  test('that was posted is not collected', async () => {
    await release(`contact_by = 'post', address_lines = '{3 Mill Lane}', postcode = 'CO8 5AA'`)
    await printed()
    const [{ id }] = await letters('printed')
    expect((await collect(id)).body.code).toBe('not_to_collect')
  })
})

test('a letter care of a place prints the place under the name', async () => {
  await release(
    `contact_by = 'post', care_of = 'HMP Chelmsford', address_lines = '{200 Springfield Road}',
       postcode = 'CM2 6LQ'`,
  )
  const { id } = (await ask('POST', 'letter-batches', {})).body
  expect(await draw(id)).toContain('Owen Rhys c/o HMP Chelmsford 200 Springfield Road')
})

test.each(['No fixed abode', 'N.F.A.', 'HOMELESS', 'Of no fixed address'])(
  'an address of ‘%s’ reaches nobody, with a postcode too: a clinician finds a way at once',
  async (line) => {
    await release(
      `contact_by = 'post', address_lines = '{${line}}', postcode = 'CO8 5AA', phone = '',
         email = null, user_id = null, seal_id = coalesce(seal_id, user_id, gen_random_uuid())`,
    )
    expect((await letters('waiting'))[0].address).toBeNull()
    expect((await ask('POST', 'letter-batches', {})).body.code).toBe('no_letters')
    expect(await open()).toContain('no_way_to_tell')
  },
)

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { whyDuplicates } from '../../../domain/office/duplicates.ts'
import { sampleRow } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import {
  findProfileByUser,
  insertMember,
  type MemberRow,
  updateMember,
} from '../../members/members.queries.ts'
import { sealNhsNumber } from '../../members/user-profile.ts'
import { findDuplicates } from './find-duplicates.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(() => site.owner.execute('delete from members'))
afterAll(() => site.close())

const FEW_VALUES = {
  firstName: fc.constantFrom('José', 'JOSE', 'jo-se', 'Ann', 'Stephen', 'Steven', '—'),
  lastName: fc.constantFrom(
    'O’Neill',
    'o neil',
    'Żak',
    'Zak',
    'Müller',
    'Mueller',
    'Blenkinsopp',
    'Blemkinsop',
  ),
  dateOfBirth: fc.constantFrom('1960-01-01', '1960-01-02', '1960-01-03'),
  postcode: fc.constantFrom(null, 'CO1 1AA', 'co11aa', 'M1 1AE'),
}
const number = fc.constantFrom(null, null, null, '9990000018', '9990000026')
const people = fc.array(fc.record({ ...FEW_VALUES, number }), { minLength: 60, maxLength: 60 })
const changes = fc.array(fc.tuple(fc.nat(59), fc.record(FEW_VALUES, { requiredKeys: [] })), {
  minLength: 20,
  maxLength: 20,
})
const [{ made, changed }] = fc.sample(fc.record({ made: people, changed: changes }), {
  numRuns: 1,
  seed: 16,
}) as [{ made: Person[]; changed: [number, Partial<MemberRow>][] }]
type Person = Pick<MemberRow, 'firstName' | 'lastName' | 'dateOfBirth' | 'postcode'> & {
  number: string | null
}

test('the pairs are those of a comparison of each member with each, after every change', async () => {
  const { db } = site.deps.database
  const rows = await Promise.all(made.map(insert))
  await findDuplicates(site.deps)
  expect(await listed()).toEqual(await compared())
  expect(await listed()).not.toEqual([])
  for (const [index, fields] of changed) {
    const id = rows[index]?.id ?? 0
    await updateMember(db, id, fields)
    expect(await listed()).toEqual(await compared())
  }
})

test('a member who is made one after the other needs no round', async () => {
  for (const person of made) await insert(person)
  const found = await listed()
  expect(found).toEqual(await compared())
  await findDuplicates(site.deps)
  expect(await listed()).toEqual(found)
})

test('a round mends what was written past the site, and is not needed twice', async () => {
  for (const person of made) await insert(person)
  await site.owner.execute("update members set last_name = 'Other' where id % 3 = 0")
  await site.owner.execute('delete from match_keys where member_id % 5 = 0')
  expect(await listed()).not.toEqual(await compared())
  await findDuplicates(site.deps)
  expect(await listed()).toEqual(await compared())
})

async function insert({ number: nhsNumber, ...columns }: Person): Promise<MemberRow> {
  const userId = randomUUID()
  const nhs = nhsNumber && sealNhsNumber(site.deps.fieldKeys, { nhsNumber, sealId: userId })
  const email = `${userId}@example.org`
  const row = { ...sampleRow, ...columns, ...(nhs || {}), email, userId }
  const added = await insertMember(site.deps.database.db, row)
  if (!added) throw new Error('no member was made')
  return added
}

async function listed(): Promise<string[]> {
  const { rows } = await site.owner.execute<{ pair: string }>(
    "select one_id || ' ' || other_id as pair from likely_doubles order by one_id, other_id",
  )
  return rows.map(({ pair }) => pair)
}

async function compared(): Promise<string[]> {
  const { rows } = await site.owner.execute<{ user_id: string }>(
    'select user_id from members order by id',
  )
  const all = await Promise.all(
    rows.map(({ user_id: userId }) => findProfileByUser(site.deps.database.db, userId)),
  )
  const persons = all.flatMap((row) => (row ? [toPerson(row)] : []))
  return persons.flatMap((one, index) =>
    persons
      .slice(index + 1)
      .filter((other) => whyDuplicates(one, other).length > 0)
      .map((other) => `${one.id} ${other.id}`),
  )
}

function toPerson({ id, firstName, lastName, dateOfBirth, postcode, nhsNumberIndex }: MemberRow) {
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    postcode,
    nhs_number: nhsNumberIndex?.toString('hex') ?? null,
  }
}

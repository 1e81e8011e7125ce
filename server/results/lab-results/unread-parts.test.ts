import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMNS, lineOf, openLaboratory, sampledPeople } from '../../../test/app/laboratory.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { openRow, type StoredRow, sealRow } from '../../facts/sealed-lab-results.ts'
import { importFile } from './import-file.ts'
import { listRows } from './import-rows.queries.ts'
import { listImports } from './imports.queries.ts'
import { contentIndexOf } from './row-indexes.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
})
afterAll(() => site.close())

test('what of a file is in no row is counted with its import, and no NHS number stops a row', async () => {
  const { labId, event } = await openLaboratory(site, { places: 6 })
  const [person] = await sampledPeople(site, { event, people: [{ firstName: 'Sam' }] })
  if (!person) throw new Error('nobody was sampled')
  const by = { ...(await site.staff(['clinician'])), eventIds: [], leadEventIds: [] }
  const headers = Object.keys(COLUMNS.columns)
  const line = lineOf(person, { 'NHS No': 'NOT KNOWN' })
  const unreadable = lineOf(person, { 'Lab no': 'L2', Result: '14.2 H' })
  const rows = [line, unreadable].map((one) => headers.map((name) => one[name]).join(','))
  const text = ['Sample laboratory', headers.join(','), ...rows, ''].join('\n')
  const id = await importFile(
    site.deps,
    { labId, fileName: 'results.csv', bytes: Buffer.from(text) },
    by,
  )
  const { db } = site.deps.database
  const [imported] = await listImports(db, { beforeId: null, only: id, limit: 1 })
  expect(imported?.unread).toEqual([{ name: 'row above the headers', count: 1 }])
  const stored = await listRows(db, { importId: id, states: null, afterRow: null, limit: 9 })
  expect(stored.map(({ row }) => row.state)).toEqual(['matched', 'error'])
  const [first, second] = stored.map(({ row }) => openRow(site.deps.fieldKeys, row))
  expect(first?.read).toMatchObject({ nhs_number: null, nhs_unreadable: 'NOT KNOWN' })
  expect(second?.error).toMatchObject({
    text: '14.2 H',
    rest: { lab_number: 'L2', tube: person.tube, date_of_birth: person.dateOfBirth },
  })
})

test('a row that was stored before flags were read still opens, and its report is known again', () => {
  const { fieldKeys } = site.deps
  const read = {
    row: 2,
    lab_number: 'L1',
    tube: null,
    nhs_number: null,
    first_name: 'José',
    last_name: 'Núñez',
    date_of_birth: '1960-05-04',
    collected: null,
    received: null,
    reported: null,
    test: 'PSA',
    value: '1.2',
    unit: 'ng/mL',
    range: null,
    outcome: null,
    comment: null,
    status: 'final' as const,
  }
  const place = { importId: 1, row: 2 }
  const old: StoredRow = { read, error: null }
  const sealed = sealRow(fieldKeys, place, old)
  expect(openRow(fieldKeys, { ...place, sealed })).toEqual(old)
  const error: StoredRow = { read: null, error: { column: 'DOB', text: 'x' } }
  const sealedError = sealRow(fieldKeys, place, error)
  expect(openRow(fieldKeys, { ...place, sealed: sealedError })).toEqual(error)
  const now = { ...read, flag: 'H', nhs_unreadable: 'N/A' }
  expect(contentIndexOf(fieldKeys, 1, now)).toEqual(contentIndexOf(fieldKeys, 1, read))
})

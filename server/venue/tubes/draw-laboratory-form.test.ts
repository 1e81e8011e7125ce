import { expect, test } from 'vitest'
import { groupedTubeCode, tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { inspectPdf, type PlacedText } from '../../../test/app/inspect-pdf.ts'
import { drawCourierList } from './draw-courier-list.ts'
import { drawLaboratoryForm } from './draw-laboratory-form.ts'
import type { LaboratoryForm } from './laboratory-form.ts'

const AT = new Date('2027-01-12T14:05:00Z')
const NAMES = [
  ['Carter', 'Michael'],
  ['Featherstonehaugh-Cholmondeley-Warburton', 'Bartholomew Alexander Montgomery'],
  ['Żółkiewski', 'Łukasz'],
  ['Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaft', 'Hubert'],
  ['Παπαδόπουλος', 'Γιώργος'],
] as const

function formOf(count: number, nhsNumber: string | null = null): LaboratoryForm {
  return {
    version: 2,
    madeAt: AT,
    event: {
      id: 1,
      name: 'Colchester PSA screening of a lodge with a name that is longer than most others',
      date: '2027-01-12',
      start: '10:00',
      end: '14:00',
      venue: 'The Maltings, 12 Ship Lane, Colchester, CO1 1AA',
      labName: 'Eastern Pathology Laboratory',
      productName: 'Total PSA Test',
    },
    rows: Array.from({ length: count }, (_, n) => {
      const [lastName, firstName] = NAMES[n % NAMES.length] ?? NAMES[0]
      return {
        tube: n === 3 ? 'ABCDEFGHJKLMNPQRSTUVWXYZ' : tubeCodeOf(4_000 + n),
        lastName,
        firstName,
        dateOfBirth: '1961-04-09',
        sex: n % 7 === 0 ? 'Non-binary' : 'Male',
        sampledDate: n === 5 ? '2027-01-13' : '2027-01-12',
        sampledTime: '10:05',
        collector: n === 2 ? 'Alexandrina Featherstonehaugh-Cholmondeley' : 'Mary Hughes',
        nhsNumber,
      }
    }),
  }
}

async function pagesOf(pdf: Buffer) {
  const read = await inspectPdf(pdf)
  const pages = await Promise.all([...Array(read.pages).keys()].map((n) => read.text(n + 1)))
  return { read, pages }
}

test.each([
  ['without', null],
  ['with', '9990000026'],
])('120 rows %s NHS numbers lie on their pages, and no text on another', async (_, number) => {
  const form = formOf(120, number)
  const { read, pages } = await pagesOf(await drawLaboratoryForm(form, AT))
  const all = pages.flat().map(({ text }) => text)
  for (const { tube } of form.rows)
    if (tube.startsWith('CHP')) expect(all).toContain(groupedTubeCode(tube))
  for (const [n, texts] of pages.entries()) {
    const said = texts.map(({ text }) => text).join(' ')
    expect(said).toContain(`Page ${n + 1} of ${pages.length}`)
    expect(said).toContain('Laboratory form, version 2')
    const hasRows = texts.some(({ text }) => text.startsWith('CHP '))
    if (hasRows) expect(said).toMatch(/Barcode Tube Name Born Sex.*Sampled Taken by/)
    for (const one of texts) {
      expect(one.x).toBeGreaterThanOrEqual(14.9)
      expect(one.x + one.width).toBeLessThanOrEqual(297 - 14.9)
      expect(one.y).toBeLessThanOrEqual(210 - 8)
      expect(texts.filter((other) => other !== one && overlap(one, other))).toEqual([])
    }
  }
  expect(pages.length).toBeGreaterThan(5)
  expect(all.join(' ')).toContain('120 tubes. First sample at 10:05, last at 10:05, 13/01/2027.')
  expect(all.filter((text) => text === 'Signature')).toHaveLength(3)
  expect(read.isTagged).toBe(true)
  expect(read.info.Title).toMatch(/^Laboratory form, Colchester/)
})

test('names are whole when selected, in every alphabet of the fonts', async () => {
  const { pages } = await pagesOf(await drawLaboratoryForm(formOf(5), AT))
  const letters = pages
    .flat()
    .map(({ text }) => text)
    .join('')
    .replace(/\s/g, '')
  for (const [lastName, firstName] of NAMES)
    expect(letters).toContain(`${lastName},${firstName}`.replace(/\s/g, ''))
})

test('a barcode on the form is read; one too long for its column is not drawn', async () => {
  const form = formOf(5)
  const read = await inspectPdf(await drawLaboratoryForm(form, AT))
  const picture = await read.render(1)
  const texts = await read.text(1)
  for (const { tube } of form.rows) {
    const start = tube.startsWith('CHP') ? groupedTubeCode(tube) : tube.slice(0, 8)
    const row = texts.find(({ text }) => text.startsWith(start))
    if (!row) throw new Error(`${tube} is not on the page`)
    const box = { x: 20, y: row.y - 4, width: 45, height: 9 }
    expect(await picture.barcodes(box)).toEqual(tube.startsWith('CHP') ? [tube] : [])
  }
})

test('a screen reader finds a title, the facts and a table with its header once', async () => {
  const read = await inspectPdf(await drawLaboratoryForm(formOf(40), AT))
  const first = await read.elements(1)
  expect(first.slice(0, 3)).toEqual(['Root', 'Document', 'H1'])
  expect(first.filter((role) => role === 'TH')).toHaveLength(8)
  expect((await read.elements(2)).filter((role) => role === 'TH')).toEqual([])
  expect((await read.elements(2)).filter((role) => role === 'TD').length).toBeGreaterThan(8)
})

test.each([
  [9, 50, 1],
  [120, 50, 3],
  [401, 100, 5],
])('%i tubes in boxes of %i are packed into %i', async (count, perBox, boxes) => {
  const form = formOf(count)
  const { pages } = await pagesOf(await drawCourierList(form, { perBox, at: AT }))
  const all = pages.flat().map(({ text }) => text)
  for (const { tube } of form.rows) expect(all).toContain(groupedTubeCode(tube))
  expect(all.filter((text) => text.startsWith('Box '))).toHaveLength(boxes)
  expect(all.join(' ')).not.toMatch(/Carter|Bartholomew|1961/)
  for (const texts of pages)
    for (const one of texts) {
      expect(one.x + one.width).toBeLessThanOrEqual(210 - 14.9)
      expect(texts.filter((other) => other !== one && overlap(one, other))).toEqual([])
    }
})

function overlap(one: PlacedText, other: PlacedText): boolean {
  const isBeside = one.x + one.width <= other.x + 0.05 || other.x + other.width <= one.x + 0.05
  const isAbove = one.y <= other.y - 0.7 * other.height || other.y <= one.y - 0.7 * one.height
  return !isBeside && !isAbove
}

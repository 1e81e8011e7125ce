import { beforeAll, describe, expect, test } from 'vitest'
import {
  cellOf,
  hasRoomForName,
  isSheet,
  LABEL_LAYOUTS,
  LEAST_MODULE,
  QUIET_MODULES,
  UNPRINTABLE_EDGE,
} from '../../../domain/office/label-layouts.ts'
import { groupedTubeCode, tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { inspectPdf } from '../../../test/app/inspect-pdf.ts'
import { barsOf } from '../../platform/pdf/barcode.ts'
import { drawLabels } from './draw-labels.ts'

const AT = new Date('2027-01-05T09:00:00Z')
const DATE = '2027-01-12'
/** A dot of the picture. */
const DOT = 25.4 / 300

const codesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => tubeCodeOf(9_999_000 + n))

describe.each(LABEL_LAYOUTS)('$name', (layout) => {
  const perPage = layout.columns * layout.rows
  const draw = (of: { codes: string[]; start?: number; copies?: number }) =>
    drawLabels({ layout, start: 1, copies: 1, date: DATE, at: AT, ...of })
  const cell = (n: number) => {
    const { page, x, y } = cellOf(layout, n)
    return { page: page + 1, box: { x, y, ...layout.label } }
  }

  const codes = codesOf(perPage)
  let pdf: Awaited<ReturnType<typeof inspectPdf>>
  let picture: Awaited<ReturnType<typeof pdf.render>>
  beforeAll(async () => {
    pdf = await inspectPdf(await draw({ codes }))
    picture = await pdf.render(1)
  })

  test('every barcode is read back from the printed picture as its own label says', async () => {
    expect(pdf.pages).toBe(1)
    const texts = await pdf.text(1)
    for (const [n, code] of codes.entries()) {
      const { box } = cell(n)
      expect(await picture.barcodes(box)).toEqual([code])
      const said = texts.filter(({ x, y }) => isInside({ x, y, width: 0, height: 0 }, box))
      expect(said.map(({ text }) => text).join(' ')).toContain(groupedTubeCode(code))
      expect(said.map(({ text }) => text).join(' ')).toMatch(/CHAPS.*12 Jan 2027/)
    }
  })

  test('everything is on its label and where the printer reaches, between quiet zones', async () => {
    const quiet = QUIET_MODULES * layout.module
    const edge = isSheet(layout) ? UNPRINTABLE_EDGE : 0
    const { modules } = await barsOf(codes[0] ?? '')
    expect(layout.module).toBeGreaterThanOrEqual(LEAST_MODULE)
    for (const n of codes.keys()) {
      const { box } = cell(n)
      const ink = picture.ink(box)
      if (!ink) throw new Error('a label is empty')
      const inner = {
        x: Math.max(box.x + 1, edge),
        y: Math.max(box.y + 1, edge),
        right: Math.min(box.x + box.width - 1, layout.page.width - edge),
        bottom: Math.min(box.y + box.height - 1, layout.page.height - edge),
      }
      expect(ink.x + DOT).toBeGreaterThanOrEqual(inner.x)
      expect(ink.y + DOT).toBeGreaterThanOrEqual(inner.y)
      expect(ink.x + ink.width - DOT).toBeLessThanOrEqual(inner.right)
      expect(ink.y + ink.height - DOT).toBeLessThanOrEqual(inner.bottom)
      const bars = picture.ink({ ...box, y: box.y + box.height / 2 - 1.5, height: 2 })
      expect(bars?.width).toBeCloseTo(modules * layout.module, 0)
      expect((bars?.x ?? 0) - quiet + DOT).toBeGreaterThanOrEqual(box.x)
    }
    const { page } = layout
    const margins = [
      { x: 0, y: 0, width: page.width, height: edge },
      { x: 0, y: page.height - edge, width: page.width, height: edge },
      { x: 0, y: 0, width: edge, height: page.height },
      { x: page.width - edge, y: 0, width: edge, height: page.height },
    ]
    for (const margin of edge > 0 ? margins : []) expect(picture.ink(margin)).toBeNull()
  })

  test('the first label of a used sheet stays free, and two of a number lie together', async () => {
    const [one = '', two = ''] = codesOf(2)
    const start = Math.min(perPage, 4)
    const used = await inspectPdf(await draw({ codes: [one, two], start, copies: 2 }))
    const pictures = await Promise.all(
      Array.from({ length: used.pages }, (_, n) => used.render(n + 1)),
    )
    for (const [n, code] of [one, one, two, two].entries()) {
      const { page, box } = cell(start - 1 + n)
      expect(await pictures[page - 1]?.barcodes(box)).toEqual([code])
    }
    if (start > 1) expect(pictures[0]?.ink(cell(start - 2).box)).toBeNull()
  })
})

test('labels beyond a sheet go on to the next one', async () => {
  const [layout] = LABEL_LAYOUTS
  const codes = codesOf(70)
  const pdf = await inspectPdf(
    await drawLabels({ layout, codes, start: 1, copies: 1, date: DATE, at: AT }),
  )
  expect(pdf.pages).toBe(2)
  expect(pdf.info).toMatchObject({ Title: 'Tube labels for 12 Jan 2027' })
  const { x, y } = cellOf(layout, 69)
  const picture = await pdf.render(2)
  expect(await picture.barcodes({ x, y, ...layout.label })).toEqual([codes[69]])
})

function isInside(
  one: { x: number; y: number; width: number; height: number },
  box: { x: number; y: number; width: number; height: number },
): boolean {
  return (
    one.x >= box.x &&
    one.y >= box.y &&
    one.x + one.width <= box.x + box.width &&
    one.y + one.height <= box.y + box.height
  )
}

test.each(LABEL_LAYOUTS.filter(hasRoomForName).map((layout) => [layout.id, layout] as const))(
  'labels of %s can have lines to write name and date of birth on, below a code that is read',
  async (_, layout) => {
    const codes = codesOf(1)
    const file = await drawLabels({
      layout,
      codes,
      start: 1,
      copies: 1,
      hasNameLines: true,
      date: DATE,
      at: AT,
    })
    const pdf = await inspectPdf(file)
    const texts = (await pdf.text(1)).map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(['Name', 'Born', groupedTubeCode(codes[0] ?? '')]))
  },
)

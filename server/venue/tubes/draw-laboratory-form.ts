import { QUIET_MODULES } from '../../../domain/office/label-layouts.ts'
import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import { dayInWords, longDate, slashDate } from '../../../domain/uk-time.ts'
import { type Bars, barsOf, drawBarcode } from '../../platform/pdf/barcode.ts'
import { MM, openPdf, type Pdf, pdfBytes } from '../../platform/pdf/document.ts'
import { type Column, drawTable } from '../../platform/pdf/table.ts'
import { startStructure } from '../../platform/pdf/tags.ts'
import type { FormRow, LaboratoryForm } from './laboratory-form.ts'
import { drawFeet, drawHands, drawHead, handsHeight, MARGIN } from './paper.ts'

/** Millimetres, A4 across. */
const PAGE = { width: 297, height: 210 }
const AREA = { left: MARGIN, right: PAGE.width - MARGIN }
const BOTTOM = PAGE.height - 18
const BARCODE = { width: 42, height: 6, module: 0.254 }

/** The day's tubes as the laboratory gets them with the samples. */
export async function drawLaboratoryForm(form: LaboratoryForm, at: Date): Promise<Buffer> {
  const { event, rows, version } = form
  const title = 'Laboratory form'
  const doc = await openPdf({
    title: `${title}, ${event.name}, ${longDate(event.date)}`,
    size: PAGE,
    at,
  })
  const root = startStructure(doc)
  doc.addPage()
  const facts = [
    ['Event', event.name],
    ['Day', `${longDate(event.date)}, ${event.start} to ${event.end}`],
    ['Venue', event.venue],
    ['Laboratory', event.labName ?? 'Not set'],
    ['Test', event.productName ?? 'Not set'],
  ] as const
  const head = drawHead(doc, root, { ...AREA, title, form, facts })
  const running = `${title}, version ${version}: ${event.name}, ${dayInWords(event.date)}`
  const newPage = () => {
    doc.addPage()
    return 16
  }
  const numbered = await Promise.all(
    rows.map(async (row, n) => ({ ...row, n: n + 1, bars: await barsOf(row.tube) })),
  )
  const end = await drawTable(doc, root, {
    columns: columnsOf(form),
    rows: numbered,
    left: AREA.left,
    top: head + 4,
    bottom: BOTTOM,
    newPage,
  })
  const top = end + 4 + handsHeight() > BOTTOM ? newPage() : end + 4
  const who = ['Handed over by', 'Carried by', 'Received at the laboratory by']
  drawHands(doc, root, { ...AREA, who, sum: sumOf(form), top })
  drawFeet(doc, {
    ...AREA,
    y: PAGE.height - 9,
    text: `${running}. Confidential: for the laboratory only.`,
  })
  root.end()
  return pdfBytes(doc)
}

type NumberedRow = FormRow & { n: number; bars: Bars }

/** Together as wide as the page's area. */
function columnsOf({ rows, event }: LaboratoryForm): Column<NumberedRow>[] {
  const hasNhsNumber = rows.some(({ nhsNumber }) => nhsNumber !== null)
  const nhs = { label: 'NHS number', width: 27, cell: (row: FormRow) => grouped(row.nhsNumber) }
  return [
    { label: '', width: 9, cell: ({ n }) => String(n) },
    { label: 'Barcode', ...BARCODE, cell: () => '', draw: { height: 6, on: drawCode } },
    { label: 'Tube', width: 30, weight: 'bold', cell: ({ tube }) => groupedTubeCode(tube) },
    {
      label: 'Name',
      width: hasNhsNumber ? 52 : 68,
      cell: ({ lastName, firstName }) => `${lastName}, ${firstName}`,
    },
    { label: 'Born', width: 25, cell: (row) => slashDate(row.dateOfBirth) },
    { label: 'Sex', width: hasNhsNumber ? 22 : 26, cell: ({ sex }) => sex },
    ...(hasNhsNumber ? [nhs] : []),
    {
      label: 'Sampled',
      width: 23,
      cell: (row) => sampledAt(row, event),
    },
    { label: 'Taken by', width: hasNhsNumber ? 37 : 44, cell: ({ collector }) => collector },
  ]
}

/** Not drawn where its bars would be too narrow to be read, as of a long code of a laboratory. */
function drawCode(doc: Pdf, { bars }: NumberedRow, { x, y }: { x: number; y: number }): void {
  const { module, width, height } = BARCODE
  if ((bars.modules + QUIET_MODULES) * module > width) return
  drawBarcode(doc, bars, { x: x * MM, y: y * MM, module: module * MM, height: height * MM })
}

/** '999 000 0018'; words stay. */
function grouped(nhsNumber: string | null): string {
  return (nhsNumber ?? '').replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** '2 tubes. First sample at 10:05, last at 11:20.' */
function sumOf({ rows, event }: LaboratoryForm): string {
  const [first, ...later] = rows.toSorted((a, b) => (sortedBy(a) < sortedBy(b) ? -1 : 1))
  const tubes = `${rows.length} ${rows.length === 1 ? 'tube' : 'tubes'}`
  if (!first) return tubes
  const last = later.at(-1) ?? first
  return `${tubes}. First sample at ${sampledAt(first, event)}, last at ${sampledAt(last, event)}.`
}

function sortedBy({ sampledDate, sampledTime }: FormRow): string {
  return `${sampledDate} ${sampledTime}`
}

/** '10:05', with its date on another day than the event's. */
function sampledAt({ sampledDate, sampledTime }: FormRow, event: LaboratoryForm['event']): string {
  return sampledDate === event.date ? sampledTime : `${sampledTime}, ${slashDate(sampledDate)}`
}

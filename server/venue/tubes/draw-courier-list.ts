import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import { dayInWords, longDate } from '../../../domain/uk-time.ts'
import { MM, openPdf, pdfBytes } from '../../platform/pdf/document.ts'
import { artifact, startStructure, tagged } from '../../platform/pdf/tags.ts'
import { drawLine, widthOf } from '../../platform/pdf/text.ts'
import type { LaboratoryForm } from './laboratory-form.ts'
import { BOX_LINES, drawFeet, drawHands, drawHead, handsHeight, MARGIN } from './paper.ts'

/** Millimetres, A4 upright. */
const PAGE = { width: 210, height: 297 }
const AREA = { left: MARGIN, right: PAGE.width - MARGIN }
const BOTTOM = PAGE.height - 18
const MOST_ACROSS = 5
/** Of a square to tick, and of the gap between two codes. */
const [SQUARE, GAP] = [3, 6]
const LINE = 6
const CODE = { size: 10 }

/** The codes of each box, in order. */
export function boxesOf(codes: readonly string[], perBox: number): string[][] {
  const boxes: string[][] = []
  for (let from = 0; from < codes.length; from += perBox)
    boxes.push(codes.slice(from, from + perBox))
  return boxes
}

/** The tubes that a courier takes over, by box, without a name. */
export async function drawCourierList(
  form: LaboratoryForm,
  { perBox, at }: { perBox: number; at: Date },
): Promise<Buffer> {
  const { event, rows, version } = form
  const title = 'Courier list'
  const doc = await openPdf({
    title: `${title}, ${event.name}, ${longDate(event.date)}`,
    size: PAGE,
    at,
  })
  const root = startStructure(doc)
  doc.addPage()
  const boxes = boxesOf(
    rows.map(({ tube }) => tube),
    perBox,
  )
  const sum = `${counted(rows.length, 'tube')} in ${counted(boxes.length, 'box')}`
  const facts = [
    ['From', `${event.name}, ${event.venue}`],
    ['Day', `${longDate(event.date)}, ${event.start} to ${event.end}`],
    ['To', event.labName ?? 'Not set'],
    ['Contents', `Blood samples: ${sum}`],
  ] as const
  let y = drawHead(doc, root, { ...AREA, title, form, facts }) + 2
  const roomFor = (height: number) => {
    if (y + height <= BOTTOM) return
    doc.addPage()
    y = 16
  }
  const widest = Math.max(...rows.map(({ tube }) => widthOf(doc, groupedTubeCode(tube), CODE)))
  const room = AREA.right - AREA.left
  const across = Math.min(MOST_ACROSS, Math.floor(room / (widest / MM + SQUARE + 2 + GAP)))
  for (const [n, codes] of boxes.entries()) {
    roomFor(9 + 2 * LINE)
    const heading = `Box ${n + 1} of ${boxes.length}: ${counted(codes.length, 'tube')}`
    tagged(doc, root, 'H2', () =>
      drawLine(doc, heading, { x: AREA.left * MM, y: (y + 6) * MM, size: 11.5, weight: 'bold' }),
    )
    y += 9
    for (const line of boxesOf(codes, across)) {
      roomFor(LINE)
      tagged(doc, root, 'P', () => {
        for (const [place, code] of line.entries()) {
          const x = AREA.left + (place * room) / across + SQUARE + 2
          drawLine(doc, groupedTubeCode(code), { ...CODE, x: x * MM, y: (y + 4) * MM })
        }
      })
      artifact(doc, () => {
        for (const place of line.keys()) {
          const x = AREA.left + (place * room) / across
          doc.rect(x * MM, (y + 1.4) * MM, SQUARE * MM, SQUARE * MM)
        }
        doc.lineWidth(0.5).stroke('#000')
      })
      y += LINE
    }
    y += 2
  }
  roomFor(handsHeight(BOX_LINES.length) + 4)
  drawHands(doc, root, {
    ...AREA,
    who: ['Handed over by', 'Received by'],
    sum: `${sum}.`,
    top: y + 4,
    more: BOX_LINES,
  })
  const running = `${title}, version ${version}: ${event.name}, ${dayInWords(event.date)}`
  drawFeet(doc, { ...AREA, y: PAGE.height - 9, text: running })
  root.end()
  return pdfBytes(doc)
}

function counted(count: number, noun: 'tube' | 'box'): string {
  return `${count} ${count === 1 ? noun : { tube: 'tubes', box: 'boxes' }[noun]}`
}

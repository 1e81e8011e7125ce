import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressLines, type Charity, inWords } from '../../../domain/charity.ts'
import { CHARITY_NAME } from '../../../domain/charity-name.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { MM, openPdf, type Pdf, pdfBytes } from '../../platform/pdf/document.ts'
import { artifact, type Element, startStructure, tagged } from '../../platform/pdf/tags.ts'
import { drawLine } from '../../platform/pdf/text.ts'
import { fitAddress } from './fit-address.ts'
import {
  type Block,
  blocksOf,
  drawAt,
  type FilledPart,
  LEFT,
  type LetterPart,
  PAGE_HEIGHT,
  titleBlocks,
} from './letter-blocks.ts'
import {
  INK,
  LARGE_PRINT,
  NAVY,
  SMALL,
  type Style,
  SURGERY_PRINT,
  USUAL_PRINT,
} from './letter-styles.ts'
import { A4, BODY_TOP, CARRIED_TOP, FOOT, LOGO, MARGIN, SENDER, WINDOW } from './page-frame.ts'

export type { LetterPart } from './letter-blocks.ts'

export type Letter = {
  /** The document's title and the heading of the first page. */
  title: string
  /** Name, lines, town and postcode, for the window of the envelope. */
  to: readonly string[]
  parts: readonly LetterPart[]
  isLargePrint: boolean
  isForSurgery?: boolean
  /** The member takes it along: no window of an envelope has to stay free. */
  isCarried?: boolean
  /** At the foot of each sheet, to bring sheets together again. */
  reference: string
  at: Date
}

/** Millimetres between the text of a letter on one sheet and its foot. */
const ABOVE_FOOT = 2

/** A letter of A4 sheets for a C5 or DL envelope with a window. */
export async function letterPdf(letter: Letter, charity: Charity): Promise<Buffer> {
  const doc = await openPdf({ title: letter.title, size: A4, at: letter.at })
  const root = startStructure(doc)
  drawLetter(doc, root, { letter, charity })
  root.end()
  return pdfBytes(doc)
}

/** Each letter begins on a sheet of its own when both sides are printed. */
export async function lettersPdf(
  letters: readonly Letter[],
  { title, at, charity }: Pick<Letter, 'title' | 'at'> & { charity: Charity },
): Promise<Buffer> {
  const doc = await openPdf({ title, size: A4, at })
  const root = startStructure(doc)
  for (const [n, letter] of letters.entries()) {
    // Other requests have their turn.
    await nextTurn()
    drawLetter(doc, root, { letter, charity })
    const isOdd = doc.bufferedPageRange().count % 2 === 1
    if (isOdd && n < letters.length - 1) doc.addPage()
  }
  root.end()
  return pdfBytes(doc)
}

function drawLetter(
  doc: Pdf,
  root: Element,
  { letter, charity }: { letter: Letter; charity: Charity },
): void {
  const { to, at, reference } = letter
  const from = doc.bufferedPageRange().count
  doc.addPage()
  const { styles, groups, top } = layOut(doc, letter, charity)
  drawSender(doc, root, { at, charity })
  tagged(doc, root, 'P', () => drawAddress(doc, to))
  let y = top * MM
  for (const group of groups) {
    if (y + heightOf(group) > FOOT.top * MM) {
      doc.addPage()
      y = MARGIN.top * MM
    }
    for (const { height, after, draw } of group) {
      draw(doc, root, y)
      y += height + after
    }
  }
  drawFeet(doc, { style: styles.foot, reference, from })
}

/** In the roomiest print in which the letter fits on one sheet; in the roomiest where none does. */
function layOut(
  doc: Pdf,
  { title, parts, isLargePrint, isForSurgery, isCarried }: Letter,
  charity: Charity,
) {
  const prints = isLargePrint ? LARGE_PRINT : isForSurgery ? SURGERY_PRINT : USUAL_PRINT
  const tried = prints.map((styles) => ({
    styles,
    blocks: [
      ...titleBlocks(doc, title, styles),
      ...parts.flatMap((part) => blocksOf(doc, filledIn(part, charity), styles)),
    ],
  }))
  const top = isCarried ? CARRIED_TOP : BODY_TOP
  const room = (FOOT.top - ABOVE_FOOT - top) * MM
  const fitting = tried.find(({ blocks }) => heightOf(blocks) <= room)
  const { styles, blocks } = fitting ?? { styles: prints[0], blocks: tried[0]?.blocks ?? [] }
  return { styles, groups: groupsOf(blocks), top }
}

/**
 * What stays on one page: a heading with what follows it, and all from the last heading to the end,
 * so that the closing words never stand alone on a sheet.
 */
function groupsOf(blocks: readonly Block[]): Block[][] {
  const last = blocks.findLastIndex(({ isHeading }) => isHeading)
  const closing = blocks.slice(last === -1 ? -2 : last)
  const isKept = heightOf(closing) <= PAGE_HEIGHT
  const groups: Block[][] = []
  let isJoined = false
  for (const [n, block] of blocks.entries()) {
    const isInClosing = isKept && n > blocks.length - closing.length
    if (isJoined || isInClosing) groups.at(-1)?.push(block)
    else groups.push([block])
    isJoined = block.isHeading
  }
  return groups
}

/** Without the room after the last. */
function heightOf(blocks: readonly Block[]): number {
  const all = blocks.reduce((sum, { height, after }) => sum + height + after, 0)
  return all - (blocks.at(-1)?.after ?? 0)
}

function filledIn(part: LetterPart, charity: Charity): FilledPart {
  return 'paragraph' in part ? { paragraph: inWords(part.paragraph, charity) } : part
}

function drawSender(
  doc: Pdf,
  root: Element,
  { at, charity }: { at: Date; charity: Charity },
): void {
  const name: Style = { size: 22, leading: 28, weight: 'bold', color: NAVY }
  tagged(doc, root, 'P', () =>
    drawAt(doc, CHARITY_NAME, { x: LOGO.left * MM, y: LOGO.top * MM, style: name }),
  )
  const { booking_helpline: helpline, helpline_hours: hours } = charity
  const reach = ['', helpline, hours, '', dayInWords(ukDate(at))]
  const lines = [CHARITY_NAME, ...addressLines(charity), ...reach]
  tagged(doc, root, 'P', () => {
    for (const [n, line] of lines.entries()) {
      const y = SENDER.top * MM + n * SMALL.leading
      if (line) drawAt(doc, line, { x: SENDER.left * MM, y, style: SMALL })
    }
  })
}

function drawAddress(doc: Pdf, to: readonly string[]): void {
  const { size, lines } = fitAddress(doc, to)
  doc.fillColor(INK)
  for (const { text, y } of lines) drawLine(doc, text, { x: WINDOW.left * MM, y, size })
}

/** Page n of m, on every sheet of the letter that begins at page `from`. */
function drawFeet(
  doc: Pdf,
  { style, reference, from }: { style: Style; reference: string; from: number },
): void {
  const count = doc.bufferedPageRange().count - from
  for (let n = 0; n < count; n++) {
    doc.switchToPage(from + n)
    const text = `Page ${n + 1} of ${count}   ·   ${reference}`
    artifact(doc, () => drawAt(doc, text, { x: LEFT, y: FOOT.top * MM + 4, style }))
  }
}

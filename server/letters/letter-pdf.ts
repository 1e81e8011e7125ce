import { setImmediate as nextTurn } from 'node:timers/promises'
import { CHARITY_ADDRESS, CHARITY_NAME } from '../../domain/charity-address.ts'
import { BOOKING_HELPLINE, HELPLINE_HOURS } from '../../domain/helpline.ts'
import { dayInWords, ukDate } from '../../domain/uk-time.ts'
import { MM, openPdf, type Pdf, pdfBytes } from '../pdf/document.ts'
import { artifact, type Element, startStructure, tagged } from '../pdf/tags.ts'
import { drawLine, wrap } from '../pdf/text.ts'
import { fitAddress } from './fit-address.ts'
import { A4, BODY_TOP, FOOT, LOGO, MARGIN, SENDER, TEXT_WIDTH, WINDOW } from './page-frame.ts'

export type LetterPart =
  | { heading: string }
  /** Line breaks are kept. */
  | { paragraph: string }
  | { steps: readonly string[] }
  /** Something to type off, large and framed; `label` says what it is. */
  | { code: string; label: string }

export type Letter = {
  /** The document's title and the heading of the first page. */
  title: string
  /** Name, lines, town and postcode, for the window of the envelope. */
  to: readonly string[]
  parts: readonly LetterPart[]
  isLargePrint: boolean
  /** At the foot of each sheet, to bring sheets together again. */
  reference: string
  at: Date
}

/** Points; `leading` is from line to line. */
type Style = { size: number; leading: number; weight?: 'regular' | 'bold'; color?: string }
type Styles = { text: Style; title: Style; heading: Style; code: Style; foot: Style }
/** `y` is where the next line begins, in points. */
type Sheet = { doc: Pdf; root: Element; styles: Styles; y: number }

const INK = '#17202b'
const NAVY = '#10243e'
const STYLES = stylesOf({ text: 12.5, title: 18, heading: 14.5, code: 26, foot: 9 })
const LARGE_PRINT = stylesOf({ text: 18, title: 24, heading: 20, code: 34, foot: 16 })
const SMALL: Style = { size: 10, leading: 13 }
const LEFT = MARGIN.left * MM
const WIDTH = TEXT_WIDTH * MM

/** A letter of A4 sheets for a C5 or DL envelope with a window. */
export async function letterPdf(letter: Letter): Promise<Buffer> {
  const doc = await openPdf({ title: letter.title, size: A4, at: letter.at })
  const root = startStructure(doc)
  drawLetter(doc, root, letter)
  root.end()
  return pdfBytes(doc)
}

/** Each letter begins on a sheet of its own when both sides are printed. */
export async function lettersPdf(
  letters: readonly Letter[],
  { title, at }: Pick<Letter, 'title' | 'at'>,
): Promise<Buffer> {
  const doc = await openPdf({ title, size: A4, at })
  const root = startStructure(doc)
  for (const [n, letter] of letters.entries()) {
    // Other requests have their turn.
    await nextTurn()
    drawLetter(doc, root, letter)
    const isOdd = doc.bufferedPageRange().count % 2 === 1
    if (isOdd && n < letters.length - 1) doc.addPage()
  }
  root.end()
  return pdfBytes(doc)
}

function drawLetter(doc: Pdf, root: Element, letter: Letter): void {
  const { title, to, parts, isLargePrint, at, reference } = letter
  const from = doc.bufferedPageRange().count
  doc.addPage()
  const styles = isLargePrint ? LARGE_PRINT : STYLES
  const sheet = { doc, root, styles, y: BODY_TOP * MM }
  drawSender(sheet, at)
  tagged(doc, root, 'P', () => drawAddress(doc, to))
  drawText(sheet, 'H1', title, styles.title)
  sheet.y += styles.text.leading / 2
  for (const part of parts) drawPart(sheet, part)
  drawFeet(sheet, { reference, from })
}

function drawPart(sheet: Sheet, part: LetterPart): void {
  const { text, heading } = sheet.styles
  const gap = text.leading * 0.6
  if ('heading' in part) {
    // A heading stays with two lines of what follows.
    startPageUnless(sheet, heading.leading + text.leading * 3)
    drawText(sheet, 'H2', part.heading, heading)
    sheet.y += gap / 4
  } else if ('paragraph' in part) {
    drawText(sheet, 'P', part.paragraph, text)
    sheet.y += gap
  } else if ('code' in part) drawCode(sheet, part)
  else {
    for (const [n, step] of part.steps.entries()) {
      drawText(sheet, 'P', step, text, { mark: `${n + 1}.`, indent: text.size * 1.8 })
      sheet.y += gap / 2
    }
    sheet.y += gap / 2
  }
}

/** A block that is not broken between pages. `mark` stands before its first line. */
function drawText(
  sheet: Sheet,
  type: string,
  text: string,
  style: Style,
  { mark = '', indent = 0 } = {},
): void {
  const { doc, root } = sheet
  const width = WIDTH - indent
  const lines = text.split('\n').flatMap((line) => wrap(doc, line, { ...style, width }))
  startPageUnless(sheet, lines.length * style.leading)
  tagged(doc, root, type, () => {
    if (mark) drawAt(doc, mark, { x: LEFT, y: sheet.y, style })
    for (const line of lines) {
      drawAt(doc, line, { x: LEFT + indent, y: sheet.y, style })
      sheet.y += style.leading
    }
  })
}

function drawCode(sheet: Sheet, { code, label }: { code: string; label: string }): void {
  const { doc, root, styles } = sheet
  const pad = styles.text.leading / 2
  const height = styles.text.leading + styles.code.leading + pad * 2
  startPageUnless(sheet, height)
  const top = sheet.y
  artifact(doc, () => {
    doc.lineWidth(1.2).roundedRect(LEFT, top, WIDTH, height, 6).stroke(NAVY)
  })
  const x = LEFT + pad * 1.5
  tagged(doc, root, 'P', () => drawAt(doc, label, { x, y: top + pad, style: styles.text }))
  const y = top + pad + styles.text.leading
  tagged(doc, root, 'P', () => drawAt(doc, code, { x, y, style: styles.code }))
  sheet.y = top + height + styles.text.leading * 0.8
}

function drawSender({ doc, root }: Sheet, at: Date): void {
  const name: Style = { size: 22, leading: 28, weight: 'bold', color: NAVY }
  tagged(doc, root, 'P', () =>
    drawAt(doc, CHARITY_NAME, { x: LOGO.left * MM, y: LOGO.top * MM, style: name }),
  )
  const reach = ['', BOOKING_HELPLINE, HELPLINE_HOURS, '', dayInWords(ukDate(at))]
  const lines = [CHARITY_NAME, ...CHARITY_ADDRESS, ...reach]
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
  { doc, styles: { foot } }: Sheet,
  { reference, from }: { reference: string; from: number },
): void {
  const count = doc.bufferedPageRange().count - from
  for (let n = 0; n < count; n++) {
    doc.switchToPage(from + n)
    const text = `Page ${n + 1} of ${count}   ·   ${reference}`
    artifact(doc, () => drawAt(doc, text, { x: LEFT, y: FOOT.top * MM + 4, style: foot }))
  }
}

/** `y` is the top of the line. */
function drawAt(
  doc: Pdf,
  text: string,
  { x, y, style }: { x: number; y: number; style: Style },
): void {
  const { size, leading, weight, color = INK } = style
  doc.fillColor(color)
  drawLine(doc, text, { x, y: y + (leading + size * 0.6) / 2, size, weight })
}

function startPageUnless(sheet: Sheet, fits: number): void {
  if (sheet.y + fits <= FOOT.top * MM) return
  sheet.doc.addPage()
  sheet.y = MARGIN.top * MM
}

function stylesOf({ text, title, heading, code, foot }: Record<keyof Styles, number>): Styles {
  const style = (size: number): Style => ({ size, leading: size * 1.3 })
  const bold = { weight: 'bold' as const, color: NAVY }
  return {
    text: style(text),
    title: { ...style(title), ...bold },
    heading: { ...style(heading), ...bold },
    code: { ...style(code), ...bold },
    foot: style(foot),
  }
}

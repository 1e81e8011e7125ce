import type { Pdf } from './document.ts'
import { runsOf, setFont, type Weight } from './fonts.ts'

/** `size` in points. */
export type TextStyle = { size: number; weight?: Weight | undefined }
export type LineStyle = TextStyle & {
  x: number
  y: number
  align?: 'left' | 'right' | 'center'
}

/** Points. */
export function widthOf(doc: Pdf, text: string, style: TextStyle): number {
  return runsOf(text).reduce((sum, run) => {
    prepare(doc, run, style)
    return sum + doc.widthOfString(run.text)
  }, 0)
}

/** One line, never broken; `y` is its baseline, in points, and `x` its left end or as `align` says. */
export function drawLine(
  doc: Pdf,
  text: string,
  { x, y, align = 'left', ...style }: LineStyle,
): void {
  const width = align === 'left' ? 0 : widthOf(doc, text, style)
  let left = x - (align === 'center' ? width / 2 : width)
  for (const run of runsOf(text)) {
    prepare(doc, run, style)
    doc.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
    left += doc.widthOfString(run.text)
  }
}

/**
 * Lines no wider than `width` points, broken at spaces and after hyphens, and inside a word that is
 * wider than a line.
 */
export function wrap(
  doc: Pdf,
  text: string,
  { width, ...style }: TextStyle & { width: number },
): string[] {
  const fits = (line: string) => widthOf(doc, line.trimEnd(), style) <= width
  if (fits(text)) return [text.trim()]
  const lines: string[] = []
  let line = ''
  for (const part of text.trim().split(/(?<=[\s-])/)) {
    if (fits(line + part)) {
      line += part
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    line = ''
    for (const character of part) {
      if (!fits(line + character)) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return [...lines, line.trimEnd()]
}

/** The line, or as much of it as fits and an ellipsis. */
export function shorten(
  doc: Pdf,
  text: string,
  { width, ...style }: TextStyle & { width: number },
): string {
  if (widthOf(doc, text, style) <= width) return text
  const [line = ''] = wrap(doc, text, { ...style, width: width - widthOf(doc, '…', style) })
  return `${line}…`
}

function prepare(
  doc: Pdf,
  { subset }: ReturnType<typeof runsOf>[number],
  { size, weight = 'regular' }: TextStyle,
): void {
  setFont(doc, { subset, weight })
  doc.fontSize(size)
}

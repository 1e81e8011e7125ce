import type { Wording } from '../../../domain/charity.ts'
import { MM, type Pdf } from '../../platform/pdf/document.ts'
import { artifact, type Element, tagged } from '../../platform/pdf/tags.ts'
import { drawLine, wrap } from '../../platform/pdf/text.ts'
import { INK, NAVY, type Style, type Styles } from './letter-styles.ts'
import { FOOT, MARGIN, TEXT_WIDTH } from './page-frame.ts'

export type LetterPart =
  | { heading: string }
  /** Line breaks are kept; the facts of the charity in it are filled in when the letter is drawn. */
  | { paragraph: Wording }
  | { steps: readonly string[] }
  /** Something to type off, large and framed; `label` says what it is. */
  | { code: string; label: string }

export type FilledPart = Exclude<LetterPart, { paragraph: Wording }> | { paragraph: string }

/** What is not broken between pages: its height, and the room `after` it, in points. */
export type Block = {
  height: number
  after: number
  isHeading: boolean
  draw: (doc: Pdf, root: Element, top: number) => void
}

export const LEFT = MARGIN.left * MM
const WIDTH = TEXT_WIDTH * MM
/** Of a page without an address. */
export const PAGE_HEIGHT = (FOOT.top - MARGIN.top) * MM

export function titleBlocks(doc: Pdf, title: string, { title: style, text }: Styles): Block[] {
  return textBlocks(doc, title, { type: 'H1', style, after: text.leading / 2 })
}

export function blocksOf(doc: Pdf, part: FilledPart, styles: Styles): Block[] {
  const { text, heading } = styles
  const gap = text.leading * styles.gap
  if ('heading' in part)
    return textBlocks(doc, part.heading, { type: 'H2', style: heading, after: gap / 4 })
  if ('paragraph' in part)
    return textBlocks(doc, part.paragraph, { type: 'P', style: text, after: gap })
  if ('code' in part) return [codeBlock(part, styles)]
  return part.steps.flatMap((step, n) => {
    const after = n === part.steps.length - 1 ? gap : gap / 2
    const mark = { mark: `${n + 1}.`, indent: text.size * 1.8 }
    return textBlocks(doc, step, { type: 'P', style: text, after, ...mark })
  })
}

type Text = { type: string; style: Style; after: number; mark?: string; indent?: number }

/** One block, or more of a text that is longer than a page. `mark` stands before its first line. */
function textBlocks(
  doc: Pdf,
  text: string,
  { type, style, after, mark = '', indent = 0 }: Text,
): Block[] {
  const width = WIDTH - indent
  const lines = text.split('\n').flatMap((line) => wrap(doc, line, { ...style, width }))
  const most = Math.floor(PAGE_HEIGHT / style.leading)
  const count = Math.ceil(lines.length / most)
  return Array.from({ length: count }, (_, n) => {
    const part = lines.slice(n * most, (n + 1) * most)
    return {
      height: part.length * style.leading,
      after: n === count - 1 ? after : 0,
      isHeading: type === 'H2',
      draw: (onto, root, top) =>
        tagged(onto, root, type, () => {
          if (mark && n === 0) drawAt(onto, mark, { x: LEFT, y: top, style })
          for (const [row, line] of part.entries())
            drawAt(onto, line, { x: LEFT + indent, y: top + row * style.leading, style })
        }),
    }
  })
}

function codeBlock(
  { code, label }: { code: string; label: string },
  { text, code: style }: Styles,
): Block {
  const pad = text.leading / 2
  const height = text.leading + style.leading + pad * 2
  return {
    height,
    after: text.leading * 0.8,
    isHeading: false,
    draw: (doc, root, top) => {
      artifact(doc, () => {
        doc.lineWidth(1.2).roundedRect(LEFT, top, WIDTH, height, 6).stroke(NAVY)
      })
      const x = LEFT + pad * 1.5
      tagged(doc, root, 'P', () => drawAt(doc, label, { x, y: top + pad, style: text }))
      tagged(doc, root, 'P', () => drawAt(doc, code, { x, y: top + pad + text.leading, style }))
    },
  }
}

/** `y` is the top of the line. */
export function drawAt(
  doc: Pdf,
  text: string,
  { x, y, style }: { x: number; y: number; style: Style },
): void {
  const { size, leading, weight, color = INK } = style
  doc.fillColor(color)
  drawLine(doc, text, { x, y: y + (leading + size * 0.6) / 2, size, weight })
}

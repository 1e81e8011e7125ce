import bwip from 'bwip-js/node'
import type { Pdf } from './document.ts'

/** Code 128: the widths of bars and spaces in turn, in modules, and their sum. */
export function barsOf(text: string): { widths: number[]; modules: number } {
  const [symbol] = bwip.raw('code128', text)
  if (!symbol || !('sbs' in symbol)) throw new Error('a Code 128 has no bars')
  return { widths: symbol.sbs, modules: symbol.sbs.reduce((sum, width) => sum + width, 0) }
}

/** Black bars without their quiet zones; lengths in points, `x` and `y` the top left corner. */
export function drawBarcode(
  doc: Pdf,
  text: string,
  { x, y, module, height }: { x: number; y: number; module: number; height: number },
): void {
  let at = x
  for (const [n, width] of barsOf(text).widths.entries()) {
    if (n % 2 === 0) doc.rect(at, y, width * module, height)
    at += width * module
  }
  doc.fill('#000')
}

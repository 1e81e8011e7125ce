import type { Pdf } from './document.ts'

/** The widths of bars and spaces in turn, in modules, and their sum. */
export type Bars = { widths: number[]; modules: number }

/** Of a Code 128. Its library, 2 MB of source, is loaded on first use. */
export async function barsOf(text: string): Promise<Bars> {
  const { default: bwip } = await import('bwip-js/node')
  const [symbol] = bwip.raw('code128', text)
  if (!symbol || !('sbs' in symbol)) throw new Error('a Code 128 has no bars')
  return { widths: symbol.sbs, modules: symbol.sbs.reduce((sum, width) => sum + width, 0) }
}

/** Black bars without their quiet zones; lengths in points, `x` and `y` the top left corner. */
export function drawBarcode(
  doc: Pdf,
  { widths }: Bars,
  { x, y, module, height }: { x: number; y: number; module: number; height: number },
): void {
  let at = x
  for (const [n, width] of widths.entries()) {
    if (n % 2 === 0) doc.rect(at, y, width * module, height)
    at += width * module
  }
  doc.fill('#000')
}

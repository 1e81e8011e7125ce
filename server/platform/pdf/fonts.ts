import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hasGlyph, printable } from '../../../domain/printed-letters.ts'
import type { Pdf } from './document.ts'
import { unpackWoff } from './unpack-woff.ts'

const FAMILY = '@fontsource/source-serif-4'
const WEIGHTS = { regular: 400, bold: 600 } as const
export type Weight = keyof typeof WEIGHTS

const { resolve } = createRequire(import.meta.url)

/** In the order in which a character is looked for. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'] as const
type Subset = (typeof SUBSETS)[number]

const RANGES = readRanges()
const fonts = new Map<string, Buffer>()

/**
 * The site's serif, from its .woff files: the subset of a .woff2 breaks at accented letters in
 * pdfkit 0.20, and of the sans there is no other.
 */
export function setFont(doc: Pdf, { subset, weight }: { subset: Subset; weight: Weight }): void {
  const name = `files/source-serif-4-${subset}-${WEIGHTS[weight]}-normal.woff`
  const font = fonts.get(name) ?? unpackWoff(readFileSync(resolve(`${FAMILY}/${name}`)))
  fonts.set(name, font)
  doc.registerFont(name, font)
  doc.font(name)
}

/** Parts of a line, each of one subset. What no subset has becomes a question mark. */
export function runsOf(text: string): { subset: Subset; text: string }[] {
  const runs: { subset: Subset; text: string }[] = []
  for (const one of printable(text)) {
    const found = subsetOf(one)
    const last = runs.at(-1)
    const subset = found ?? 'latin'
    const character = found ? one : '?'
    if (last?.subset === subset) last.text += character
    else runs.push({ subset, text: character })
  }
  return runs
}

/** Null for a character without a glyph. */
function subsetOf(character: string): Subset | null {
  if (!hasGlyph(character)) return null
  const point = character.codePointAt(0) ?? 0
  return (
    SUBSETS.find((subset) => RANGES[subset].some(([from, to]) => point >= from && point <= to)) ??
    null
  )
}

function readRanges(): Record<Subset, [number, number][]> {
  const written: Record<string, string> = JSON.parse(
    readFileSync(resolve(`${FAMILY}/unicode.json`), 'utf8'),
  )
  const rangesOf = (subset: Subset): [number, number][] =>
    (written[subset] ?? '').split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    })
  return {
    latin: rangesOf('latin'),
    'latin-ext': rangesOf('latin-ext'),
    vietnamese: rangesOf('vietnamese'),
    greek: rangesOf('greek'),
    cyrillic: rangesOf('cyrillic'),
    'cyrillic-ext': rangesOf('cyrillic-ext'),
  }
}

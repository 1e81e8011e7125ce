// `npm run count:sentences -- LIST.tsv` counts a list of better sentences (file:line, as written, better,
// kind) against the files of today: worked in, changed otherwise, left, or gone with their text.
// otherwise.json says, by the number of the row, which other sentence stands now or why one was left.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const FILES = [
  '{auth,content,docs,domain,server,standins,web}/**/*.{ts,tsx,md,json}',
  '*.md',
  'deploy/**/*.{md,example,conf,yaml}',
]
const OTHERWISE = z.record(
  z.string(),
  z.union([z.strictObject({ sentence: z.string() }), z.strictObject({ left: z.string() })]),
)
/** More rows may not be left than this. */
const MOST_LEFT = 50

type Row = { number: number; file: string; written: string; better: string }
type Fate = 'worked in' | 'changed otherwise' | 'left' | 'gone' | 'open'

/** The words of a source file without quotation marks, line ends, joined literals and inline elements. */
export function wordsOf(text: string): string {
  return text
    .replace(/['`]\s*\+\s*['`]/g, '')
    .replace(/\{' '\}/g, ' ')
    .replace(/\\'/g, '')
    .replace(/&rsquo;|&apos;|["'`‘’“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

export function rowsOf(list: string): Row[] {
  return list
    .trimEnd()
    .split('\n')
    .flatMap((line, number) => {
      const [place = '', written = '', better = ''] = line.split('\t')
      return number === 0 ? [] : [{ number, file: place.replace(/:[\d-]+$/, ''), written, better }]
    })
}

/** `words` are those of the row's own file, `all` those of every file: a sentence may have moved. */
export function fateOf(
  row: Row,
  texts: { words: string; all: string; otherwise: z.infer<typeof OTHERWISE>[string] | undefined },
): Fate {
  const { words, all, otherwise } = texts
  const better = wordsOf(row.better)
  if (words.includes(better) || (better.length > 20 && all.includes(better))) return 'worked in'
  if (otherwise && 'sentence' in otherwise)
    return all.includes(wordsOf(otherwise.sentence)) ? 'changed otherwise' : 'open'
  if (otherwise) return 'left'
  return words.includes(wordsOf(row.written)) ? 'open' : 'gone'
}

function count(path: string) {
  const otherwise = OTHERWISE.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'otherwise.json'), 'utf8')),
  )
  const files = new Map(
    globSync(FILES, { cwd: ROOT })
      .filter((file) => !/\.test\.tsx?$|\/migrations\//.test(file) && /\.\w+$/.test(file))
      .map((file) => [file, wordsOf(readFileSync(join(ROOT, file), 'utf8'))] as const),
  )
  const all = [...files.values()].join('\n')
  const fates: Record<Fate, Row[]> = {
    'worked in': [],
    'changed otherwise': [],
    left: [],
    gone: [],
    open: [],
  }
  const rows = rowsOf(readFileSync(path, 'utf8'))
  for (const row of rows) {
    const words = files.get(row.file) ?? ''
    fates[fateOf(row, { words, all, otherwise: otherwise[row.number] })].push(row)
  }
  for (const [fate, found] of Object.entries(fates)) console.log(`${fate}: ${found.length}`)
  for (const { number, file, written } of fates.open)
    console.log(`open: ${number} ${file}: ${written}`)
  if (fates.open.length > 0 || fates.left.length > MOST_LEFT) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) {
  const [path] = process.argv.slice(2)
  if (!path) throw new Error('Usage: npm run count:sentences -- LIST.tsv')
  count(path)
}

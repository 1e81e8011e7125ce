// Reads random files and compares with what may be read of them (random-message.ts, random-table.ts).
import type { LabFile } from '../../domain/office/lab-rows.ts'
import { parseLabFile } from '../../server/results/lab-results/read/parse-file.ts'
import { type Random, seeded } from '../app/seeded.ts'
import { type Expected, type RandomFile, randomMessages } from './random-message.ts'
import { randomTable } from './random-table.ts'

type Sum = { wrong: string[]; files: number; rows: number; numbers: number }

/**
 * Reads `count` files; `wrong` is empty when all is well. `spoil` takes a rule away from the reader by
 * changing what it sees; then the first wrong file is the last.
 */
export async function readRandomFiles({
  count,
  seed,
  spoil,
}: {
  count: number
  seed: number
  spoil?: (text: string) => string
}): Promise<Sum> {
  const sum: Sum = { wrong: [], files: 0, rows: 0, numbers: 0 }
  for (let n = 0; n < count && !(spoil && sum.wrong.length > 0); n++) {
    const random = seeded(seed + n)
    const file = random.chance(0.6) ? randomMessages(random) : randomTable(random)
    const isCut = random.chance(0.1)
    const text = spoil ? spoil(file.text) : file.text
    const read = await parseLabFile(encoded(random, isCut ? cut(random, text) : text), file.map)
    sum.files++
    sum.rows += read.rows.length
    sum.numbers += read.rows.filter(({ value }) => value !== null).length
    for (const problem of problemsOf(read, file, isCut))
      sum.wrong.push(`SEED=${seed + n}: ${problem}`)
  }
  return sum
}

function cut(random: Random, text: string): string {
  return text.slice(0, 1 + random.below(text.length - 1))
}

function encoded(random: Random, text: string): Buffer {
  // Windows-1252 has the micro sign, but not the Greek letter, nor a sign without width.
  const isSmall = [...text].every((letter) => (letter.codePointAt(0) ?? 0) < 256)
  const encoding = random.pick(
    isSmall ? (['utf8', 'latin1', 'utf16le'] as const) : (['utf8', 'utf16le'] as const),
  )
  return Buffer.from(encoding === 'utf16le' ? `\ufeff${text}` : text, encoding)
}

function problemsOf(read: LabFile, file: RandomFile, isCut: boolean): string[] {
  const byLine = new Map(file.expected.map((one) => [one.line, one]))
  const problems: string[] = []
  for (const row of read.rows) {
    const one = byLine.get(row.row)
    const number = isCut ? (one?.numberOfCut ?? one?.number) : one?.number
    if (row.value !== null && row.value !== number)
      problems.push(`row ${row.row} gives ${row.value}, which nobody may record`)
    if (row.outcome !== null && !isCut && !one?.mayHaveReason)
      problems.push(`row ${row.row} gives ${row.outcome} without a reason`)
  }
  return isCut ? problems : [...problems, ...lossesOf(read, file)]
}

function lossesOf(read: LabFile, { expected, unread }: RandomFile): string[] {
  if (read.refusal !== null) return [`the file was refused: ${read.refusal} ${read.detail}`]
  const problems: string[] = []
  const lines = [...read.rows, ...read.errors].map(({ row }) => row)
  const written = expected.map(({ line }) => line)
  if (lines.toSorted(byNumber).join() !== written.toSorted(byNumber).join())
    problems.push(`lines ${written.join()} became rows ${lines.toSorted(byNumber).join()}`)
  for (const one of expected) problems.push(...lossesOfRow(read, one))
  const count = read.unread.reduce((total, part) => total + part.count, 0)
  if (count !== unread) problems.push(`${unread} parts are in no row, and ${count} were counted`)
  return problems
}

function lossesOfRow({ rows, errors }: LabFile, { line, number, notes }: Expected): string[] {
  const row = rows.find((one) => one.row === line)
  const error = errors.find((one) => one.row === line)
  const shown = [row?.comment, error?.rest?.comment, error?.text].filter(Boolean).join(' ')
  const lost = notes.filter((word) => !shown.split(/\s+/).includes(word))
  return [
    ...(number !== null && row?.value !== number ? [`row ${line} lost its number ${number}`] : []),
    ...(lost.length > 0 ? [`row ${line} lost ${lost.join(', ')}`] : []),
  ]
}

function byNumber(one: number, other: number): number {
  return one - other
}

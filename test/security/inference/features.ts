// What a reader of a copy can compare about each man: rows, values, states, counts, sizes and times.
import { HOUR_MS } from '../../../domain/durations.ts'
import type { Feature, Value } from './guess.ts'
import type { Cell, Column, MembersTable, RowOfMember } from './table-rows.queries.ts'

export type Person = { memberId: number; releasedAt: Date }

const MOST_VALUES = 40
const TIMES = ['timestamptz', 'timestamp', 'date']
const NUMBERS = ['int2', 'int4', 'int8', 'float8', 'numeric']

/** Of one table, for these men in their order. */
export function featuresOf(
  { name: table, columns }: MembersTable,
  rows: readonly RowOfMember[],
  men: readonly Person[],
): Feature[] {
  const byMember = Map.groupBy(rows, ({ member }) => member)
  const own = men.map(({ memberId }) => (byMember.get(memberId) ?? []).map(({ row }) => row))
  const count = { table, column: ROWS, name: ROWS, values: own.map((all) => all.length) }
  const features = columns.flatMap((column) => {
    const cells = own.map((all) => all.map((row) => row[column.name] ?? null))
    return ofColumn(column, cells, men).map((one) => ({ table, column: column.name, ...one }))
  })
  return [count, ...features].filter(({ values }) => new Set(values).size > 1)
}

export const ROWS = 'rows'

type Named = { name: string; values: Value[]; isOfCount?: boolean }

function ofColumn({ name, type, isKey }: Column, cells: Cell[][], men: readonly Person[]): Named[] {
  const empty = { name: `${name} is empty`, values: cells.map(emptyIn) }
  const pick = (of: (cell: Cell, n: number) => number[]) =>
    cells.map((all, n) => all.flatMap((cell) => of(cell, n)))
  if (isKey || name === 'id' || name.endsWith('_id') || type === 'uuid') return [empty]
  if (type === 'bytea') return [empty, ...edges(`size of ${name}`, pick(sizeIn))]
  if (NUMBERS.includes(type)) return [empty, ...edges(name, pick(numberIn))]
  if (!TIMES.includes(type)) return [empty, ...ofTexts(name, cells)]
  const hours = pick((cell, n) => hoursIn(cell, men[n]))
  return [empty, ...edges(`hours to ${name}`, hours), span(`hours between ${name}`, hours)]
}

/** Of no row as of a full one, so that it does not count the rows. */
function emptyIn(cells: Cell[]): string {
  const empty = cells.filter((cell) => cell === null).length
  if (empty === 0) return 'none'
  return empty === cells.length ? 'all' : 'some'
}

function sizeIn(cell: Cell): number[] {
  return Buffer.isBuffer(cell) ? [cell.length] : []
}

function numberIn(cell: Cell): number[] {
  return typeof cell === 'number' ? [cell] : []
}

/** Since the man's result was released. */
function hoursIn(cell: Cell, man: Person | undefined): number[] {
  if (!man || (typeof cell !== 'string' && !(cell instanceof Date))) return []
  return [Math.round((new Date(cell).getTime() - man.releasedAt.getTime()) / HOUR_MS)]
}

/** Numbers in it tell which row it is, not what. */
function textIn(cell: Cell): string {
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#').replace(/\d+/g, '#')
}

function edges(name: string, numbers: number[][]): Named[] {
  const edge = (of: (...all: number[]) => number) =>
    numbers.map((all) => (all.length === 0 ? null : of(...all)))
  // One number for all tells no more than that there is a row.
  const isOfCount = new Set(numbers.flat()).size <= 1
  return [
    { name: `least ${name}`, values: edge(Math.min), isOfCount },
    { name: `most ${name}`, values: edge(Math.max), isOfCount },
  ]
}

function span(name: string, numbers: number[][]): Named {
  const values = numbers.map((all) => (all.length < 2 ? null : Math.max(...all) - Math.min(...all)))
  return { name, values, isOfCount: true }
}

/** All different texts of a man, and how often each occurs where there are few. */
function ofTexts(name: string, cells: Cell[][]): Named[] {
  const texts = cells.map((all) => all.map(textIn))
  const all = { name, values: texts.map((own) => [...new Set(own)].sort().join(' | ')) }
  const known = [...new Set(texts.flat())]
  if (known.length > MOST_VALUES) return [all]
  const each = known.map((text) => ({
    name: `${name} = ${text.slice(0, 40)}`,
    values: texts.map((own) => own.filter((one) => one === text).length),
    isOfCount: true,
  }))
  return [all, ...each]
}

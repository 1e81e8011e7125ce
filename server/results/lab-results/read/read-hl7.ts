import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import {
  type LabFile,
  type LabRowError,
  refusedFile,
  type UnreadPart,
} from '../../../../domain/office/lab-rows.ts'
import { MAX_ROWS } from '../../../../domain/office/result-states.ts'
import {
  type Context,
  isPlace,
  orderOnlyFields,
  orderStatusOf,
  resultFields,
  testIn,
} from './hl7-fields.ts'
import { type Message, messagesOf, type Order, type Patient, textOfField } from './hl7-orders.ts'
import { type Segment, segmentsOf } from './hl7-segments.ts'
import { TEXT_TYPES } from './hl7-values.ts'
import { type ReadStatus, readOrderStatus, readResultStatus } from './read-status.ts'
import { type Fields, toLabRow, type WrittenRow } from './to-lab-row.ts'

// HL7 v2.3 to 2.5, ORU^R01: each OBX is a row, and its number is that of its line in the file. An
// order without one is a row too.

const VALUE_PLACE = 5
const STATUS_PLACE = 11
const CUT: ReadStatus = { problem: 'row_cut', column: 'OBX-11', text: '' }

export function readHl7(text: string, map: ColumnMap): LabFile {
  const { segments, unread } = segmentsOf(text)
  if (segments.length === 0) return refusedFile('no_rows', '')
  if (segments.every(({ name }) => name !== 'MSH'))
    return refusedFile('not_readable', 'No MSH segment.')
  const places = Object.keys(map.columns).filter((place) => !isPlace(place))
  if (places.length > 0) return refusedFile('headers_unknown', places.join(', '))
  const read = messagesOf(segments)
  const other = read.messages.find((message) => !isReport(message))
  if (other) return refusedFile('not_readable', `Line ${other.msh.line} begins no ORU^R01 message.`)
  const written = read.messages.map((message) => rowsOf(message, map))
  const count = written.reduce((sum, { rows }) => sum + rows.length, 0)
  if (count === 0) return refusedFile('no_rows', '')
  if (count > MAX_ROWS) return refusedFile('too_many_rows', String(count))

  const rows = []
  const errors: LabRowError[] = []
  for (const one of written.flatMap((message) => message.rows)) {
    const row = toLabRow(one, map)
    if ('reason' in row) errors.push(row)
    else rows.push(row)
  }
  const parts = [...unread, ...read.unread, ...written.flatMap((message) => message.unread)]
  return { rows, errors, unread: summed(parts), refusal: null }
}

/** MSH-9 is field 8 here, since MSH-1 is the separator itself. */
function isReport({ msh, signs }: Message): boolean {
  const [message, trigger] = (msh.fields[8] ?? '').split(signs.component)
  return message === 'ORU' && (trigger === 'R01' || trigger === undefined)
}

function rowsOf(message: Message, map: ColumnMap): { rows: WrittenRow[]; unread: UnreadPart[] } {
  const { patients, notes } = message
  if (patients.length === 0)
    return { rows: [], unread: [{ name: 'message without a result', count: 1 }] }
  const rows: WrittenRow[] = []
  const unread: UnreadPart[] = []
  for (const patient of patients) {
    const own = rowsOfPatient(message, { ...patient, notes: [...notes, ...patient.notes] }, map)
    if (own.length === 0) unread.push({ name: 'patient without a result', count: 1 })
    rows.push(...own)
  }
  return { rows, unread }
}

function rowsOfPatient(message: Message, patient: Patient, map: ColumnMap): WrittenRow[] {
  const isText = ({ obx }: Order['results'][number]) =>
    TEXT_TYPES.includes((obx.fields[2] ?? '').trim()) && testIn(obx, map, message.signs) === null
  const textsOf = ({ results }: Order) =>
    results
      .filter(isText)
      .flatMap(({ obx, notes }) => [textOfField(obx.fields[5], message.signs), ...notes])
      .filter(Boolean)
  const isOfPatient = ({ orc, obr, results }: Order) => !orc && !obr && results.every(isText)
  const notes = [
    ...patient.notes,
    ...patient.orders.filter(isOfPatient).flatMap((one) => [...one.notes, ...textsOf(one)]),
  ]
  return patient.orders
    .filter((order) => !isOfPatient(order))
    .flatMap((order) => {
      const own = [...notes, ...order.notes, ...textsOf(order)]
      const of = { signs: message.signs, pid: patient.pid, order, map }
      const results = order.results.filter((one) => !isText(one))
      if (results.length === 0) return [orderOnly({ ...of, notes: own })]
      return results.map((result) => {
        const context = { ...of, notes: [...own, ...result.notes] }
        const fields = resultFields(result.obx, context)
        const { cell, column } = fields.status ?? { cell: null, column: 'OBX-11' }
        const hasValue = fields.value?.cell !== null
        const read = readResultStatus(
          { text: String(cell ?? ''), column, hasValue },
          orderStatusOf(context),
        )
        const status = isCut(result.obx) ? CUT : read
        return { row: result.obx.line, fields, status, notes: notesIn(fields, context.notes) }
      })
    })
}

/** A result that ends with its value, or with the file before its status. */
function isCut({ fields, isOpen }: Segment): boolean {
  const endsWithValue = fields.length === VALUE_PLACE + 1 && fields[VALUE_PLACE] !== ''
  return endsWithValue || (isOpen === true && fields.slice(STATUS_PLACE).join('') === '')
}

function orderOnly(context: Context): WrittenRow {
  const { obr, orc, spm } = context.order
  const line = (obr ?? orc ?? spm)?.line ?? 0
  const fields = orderOnlyFields(context)
  const status = readOrderStatus(orderStatusOf(context))
  return { row: line, fields, status, notes: notesIn(fields, context.notes) }
}

/** Also of a place that the map names. */
function notesIn(fields: Fields, notes: readonly string[]): string[] {
  const mapped = fields.comment?.cell
  return typeof mapped === 'string' ? [mapped, ...notes] : [...notes]
}

function summed(parts: readonly UnreadPart[]): UnreadPart[] {
  const sums = new Map<string, number>()
  for (const { name, count } of parts) sums.set(name, (sums.get(name) ?? 0) + count)
  return [...sums].map(([name, count]) => ({ name, count }))
}

import type { ColumnMap, LabField } from '../../../domain/office/lab-columns.ts'
import { type LabFile, type LabRowError, refusedFile } from '../../../domain/office/lab-rows.ts'
import { MAX_ROWS } from '../../../domain/office/result-states.ts'
import { type Fields, toLabRow } from './to-lab-row.ts'

// HL7 v2.3 to 2.5, ORU^R01: each OBX is a row, and its number is that of its line in the file.

type Segment = { name: string; fields: string[]; separator: string; line: number }
type Signs = Record<'field' | 'component' | 'repetition' | 'escapeSign' | 'subcomponent', string>
type Context = { pid: Segment | null; obr: Segment | null; signs: Signs }

/** Where a field is unless the map names another, such as 'OBR-2' for the tube. */
const DEFAULTS: Partial<Record<LabField, string>> = {
  lab_number: 'OBR-3',
  tube: 'OBR-2',
  collected: 'OBR-7',
  received: 'OBR-14',
  reported: 'OBR-22',
}

export function readHl7(text: string, map: ColumnMap): LabFile {
  const segments = segmentsOf(text)
  if (segments.length === 0) return refusedFile('no_rows', '')
  if (segments.every(({ name }) => name !== 'MSH'))
    return refusedFile('not_readable', 'No MSH segment.')
  const rows = []
  const errors: LabRowError[] = []
  let context: Context = { pid: null, obr: null, signs: signsOf('MSH|^~\\&') }
  for (const [place, segment] of segments.entries()) {
    if (segment.name === 'MSH') {
      context = {
        pid: null,
        obr: null,
        signs: signsOf(`MSH${segment.separator}${segment.fields[1] ?? ''}`),
      }
      if (!isReport(segment, context.signs))
        return refusedFile('not_readable', `Line ${segment.line} begins no ORU^R01 message.`)
    }
    if (segment.name === 'PID') context = { ...context, pid: segment, obr: null }
    if (segment.name === 'OBR') context = { ...context, obr: segment }
    if (segment.name !== 'OBX') continue
    const fields = fieldsOf(segment, context, { map, notes: notesAfter(segments, place, context) })
    const read = toLabRow({ row: segment.line, fields }, map)
    if ('reason' in read) errors.push(read)
    else rows.push(read)
  }
  const count = rows.length + errors.length
  if (count === 0) return refusedFile('no_rows', '')
  if (count > MAX_ROWS) return refusedFile('too_many_rows', String(count))
  return { rows, errors, unread: [], refusal: null }
}

function segmentsOf(text: string): Segment[] {
  let separator = '|'
  return text
    .split(/\r\n|\r|\n/)
    .map((written, place) => {
      if (written.startsWith('MSH')) separator = written[3] ?? '|'
      const fields = written.split(separator)
      return { name: fields[0] ?? '', fields, separator, line: place + 1 }
    })
    .filter(({ name }) => /^[A-Z][A-Z0-9]{2}$/.test(name))
}

function signsOf(msh: string): Signs {
  const [field = '|', component = '^', repetition = '~', ...others] = msh.slice(3, 8)
  const [escapeSign = '\\', subcomponent = '&'] = others
  return { field, component, repetition, escapeSign, subcomponent }
}

/** MSH-9 is field 8 here, since MSH-1 is the separator itself. */
function isReport({ fields }: Segment, { component }: Signs): boolean {
  const [message, trigger] = (fields[8] ?? '').split(component)
  return message === 'ORU' && (trigger === 'R01' || trigger === undefined)
}

function fieldsOf(
  obx: Segment,
  { pid, obr, signs }: Context,
  { map, notes }: { map: ColumnMap; notes: string },
): Fields {
  const part = (segment: Segment | null, field: number, component = 1) =>
    unescaped(first(segment?.fields[field], signs).split(signs.component)[component - 1], signs)
  const found: Fields = {}
  const put = (field: LabField, column: string, text: string) => {
    found[field] = { cell: text === '' ? null : text, column }
  }
  for (const [field, place] of placesOf(map)) {
    const [name, number] = place.split('-')
    put(field, place, part(name === 'OBR' ? obr : pid, Number(number)))
  }
  put('nhs_number', 'PID-3', nhsNumberIn(pid, signs))
  put('last_name', 'PID-5', part(pid, 5))
  put('first_name', 'PID-5', part(pid, 5, 2))
  put('date_of_birth', 'PID-7', part(pid, 7).slice(0, 8))
  put('test', 'OBX-3', testIn(obx, map, signs))
  put('value', 'OBX-5', valueIn(obx, signs))
  put('unit', 'OBX-6', part(obx, 6))
  put('range', 'OBX-7', part(obx, 7))
  put('status', 'OBX-11', part(obx, 11))
  put('comment', 'NTE-3', notes)
  for (const field of ['collected', 'received', 'reported'] as const) {
    const moment = found[field]
    if (moment) put(field, moment.column, clockOf(String(moment.cell ?? '')))
  }
  return found
}

function placesOf({ columns }: ColumnMap): [LabField, string][] {
  const named = Object.entries(columns).filter(([place]) => /^(PID|OBR)-\d{1,2}$/.test(place))
  const places = new Map<LabField, string>(Object.entries(DEFAULTS) as [LabField, string][])
  for (const [place, field] of named) places.set(field, place)
  return [...places].filter(([field]) => field !== 'ignored')
}

/** The code or the name of the test, whichever the map knows. */
function testIn(obx: Segment, { tests }: ColumnMap, signs: Signs): string {
  const parts = first(obx.fields[3], signs)
    .split(signs.component)
    .map((part) => unescaped(part, signs))
  const isKnown = (part: string) => tests.some((name) => name.toLowerCase() === part.toLowerCase())
  return parts.find(isKnown) ?? parts[0] ?? ''
}

/** A structured number ('SN') is '<^0.01': the operator and the number. */
function valueIn(obx: Segment, signs: Signs): string {
  const parts = first(obx.fields[5], signs).split(signs.component)
  const text = obx.fields[2] === 'SN' ? parts.join('') : (parts[0] ?? '')
  return unescaped(text, signs)
}

/** The identifier of type NH, or of the authority NHS. */
function nhsNumberIn(pid: Segment | null, signs: Signs): string {
  const given = (pid?.fields[3] ?? '').split(signs.repetition)
  const ids = given.map((one) => one.split(signs.component))
  const found = ids.find((id) => id[4] === 'NH' || /^NHS/i.test(id[3] ?? ''))
  return found?.[0] ?? ''
}

function notesAfter(segments: readonly Segment[], place: number, { signs }: Context): string {
  const notes: string[] = []
  for (let next = place + 1; segments[next]?.name === 'NTE'; next++)
    notes.push(unescaped(segments[next]?.fields[3], signs))
  return notes.filter(Boolean).join(' ')
}

/** 'YYYYMMDDHHmm' and longer as 'YYYY-MM-DD HH:mm'; a date alone stays one. */
function clockOf(text: string): string {
  const moment = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})/.exec(text)
  return moment ? `${moment[1]}-${moment[2]}-${moment[3]} ${moment[4]}:${moment[5]}` : text
}

function first(field: string | undefined, { repetition }: Signs): string {
  return (field ?? '').split(repetition)[0] ?? ''
}

function unescaped(text: string | undefined, signs: Signs): string {
  const { field, escapeSign, component, subcomponent, repetition } = signs
  const known: Record<string, string> = {
    F: field,
    S: component,
    T: subcomponent,
    R: repetition,
    E: escapeSign,
    '.br': ' ',
  }
  const [before = '', ...rest] = (text ?? '').split(escapeSign)
  let plain = before
  for (let place = 0; place < rest.length; place += 2)
    plain += (known[rest[place] ?? ''] ?? '') + (rest[place + 1] ?? '')
  return plain.trim()
}

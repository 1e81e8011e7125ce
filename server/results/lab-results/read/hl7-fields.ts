// Where each field of a row stands in the segments of its patient, order and result.
import { foldText } from '../../../../domain/fold-text.ts'
import type { ColumnMap, LabField } from '../../../../domain/office/lab-columns.ts'
import type { Order } from './hl7-orders.ts'
import { componentOf, repetitionsOf, type Segment, type Signs, unescaped } from './hl7-segments.ts'
import { valueIn } from './hl7-values.ts'
import type { OrderStatus } from './read-status.ts'
import type { Fields, WrittenField } from './to-lab-row.ts'

export type Context = {
  signs: Signs
  pid: Segment | null
  order: Order
  map: ColumnMap
  /** Of message, patient, order and result. */
  notes: readonly string[]
}

const PLACE = /^(PID|ORC|OBR|OBX|SPM)-(\d{1,2})(?:\.(\d{1,2}))?$/
/** Unless the map names another; the second is looked at where the first is empty. */
const DEFAULTS: Partial<Record<LabField, readonly string[]>> = {
  lab_number: ['OBR-3', 'ORC-3'],
  tube: ['OBR-2', 'ORC-2'],
  nhs_number: ['PID-3', 'PID-2', 'PID-4'],
  last_name: ['PID-5.1'],
  first_name: ['PID-5.2'],
  date_of_birth: ['PID-7'],
  collected: ['OBR-7'],
  received: ['OBR-14'],
  reported: ['OBR-22'],
}
const DEFAULTS_OF_RESULT: Partial<Record<LabField, readonly string[]>> = {
  unit: ['OBX-6'],
  range: ['OBX-7'],
  flag: ['OBX-8'],
  status: ['OBX-11'],
}
const DATES: readonly LabField[] = ['date_of_birth', 'collected', 'received', 'reported']
const NAMES: readonly LabField[] = ['first_name', 'last_name', 'full_name']
/** Components of a test that hold its code or name, not those of coding systems. */
const CODES_AND_NAMES = [1, 2, 4, 5]

/** Whether a place of the column map is one, such as 'PID-4' or 'PID-5.1'. */
export function isPlace(place: string): boolean {
  return PLACE.test(place)
}

export function resultFields(obx: Segment, context: Context): Fields {
  const { signs, map } = context
  const fields = mappedFields(obx, context)
  return {
    test: { cell: testIn(obx, map, signs) ?? firstName(obx.fields[3], signs), column: 'OBX-3' },
    ...fields,
    value: { ...valueIn(obx, signs), ...(map.columns['OBX-5'] !== 'value' && fields.value) },
  }
}

export function orderOnlyFields(context: Context): Fields {
  const { signs, map, order } = context
  const known = order.obr && testIn({ ...order.obr, fields: shifted(order.obr) }, map, signs)
  const test = known ?? firstName(order.obr?.fields[4], signs)
  return { test: { cell: test || null, column: 'OBR-4' }, ...mappedFields(null, context) }
}

export function orderStatusOf({ order: { obr, orc }, signs }: Context): OrderStatus {
  const codeOf = (field: string | undefined) =>
    componentOf(repetitionsOf(field, signs)[0] ?? '', 1, signs).toUpperCase()
  return { code: codeOf(obr?.fields[25]), control: codeOf(orc?.fields[1]) }
}

/** The code or the name of the test, whichever the map knows; null for neither. */
export function testIn(obx: Segment, { tests }: ColumnMap, signs: Signs): string | null {
  const [written = ''] = repetitionsOf(obx.fields[3], signs)
  const parts = CODES_AND_NAMES.map((place) => componentOf(written, place, signs))
  const isKnown = (part: string) =>
    part !== '' && tests.some((name) => foldText(name) === foldText(part))
  return parts.find(isKnown) ?? null
}

function firstName(field: string | undefined, signs: Signs): string {
  const [written = ''] = repetitionsOf(field, signs)
  return componentOf(written, 1, signs) || componentOf(written, 2, signs)
}

/** OBR-4 where testIn looks for OBX-3. */
function shifted({ fields }: Segment): string[] {
  return ['', '', '', fields[4] ?? '']
}

function mappedFields(obx: Segment | null, context: Context): Fields {
  const { map } = context
  const places = new Map<LabField, readonly string[]>()
  for (const [place, field] of Object.entries(map.columns))
    if (field !== 'ignored') places.set(field, [...(places.get(field) ?? []), place])
  const defaults = { ...DEFAULTS, ...(obx ? DEFAULTS_OF_RESULT : {}) }
  for (const [field, usual] of Object.entries(defaults) as [LabField, readonly string[]][])
    if (!places.has(field) && !(places.has('full_name') && NAMES.includes(field)))
      places.set(field, usual)
  return Object.fromEntries(
    [...places].map(([field, named]) => {
      const isNamed = Object.values(map.columns).includes(field)
      const read = named.map((place) => fieldAt(place, field, { obx, isNamed, ...context }))
      return [field, read.find(({ cell }) => cell !== null) ?? read[0]]
    }),
  )
}

function fieldAt(
  place: string,
  field: LabField,
  of: Context & { obx: Segment | null; isNamed: boolean },
): WrittenField {
  const { signs, pid, order, obx } = of
  const [, name = '', number, component] = PLACE.exec(place) ?? []
  const segments: Record<string, Segment | null> = { PID: pid, OBX: obx, ...segmentsIn(order) }
  const written = segments[name]?.fields[Number(number)]
  const column = place.startsWith('PID-5.') ? 'PID-5' : place
  if (field === 'nhs_number') return nhsNumberIn(written, column, of)
  const repetitions = repetitionsOf(written, signs)
  const texts = repetitions.map((one) => textAt(one, field, component, signs))
  const given = texts.filter((text) => text !== '')
  if (field === 'flag' || field === 'comment') return { cell: given.join(' ') || null, column }
  const [first = ''] = given
  // A person may have several names; the first is the one that counts.
  const isSeveral = !NAMES.includes(field) && given.length > 1
  const cell = DATES.includes(field) ? clockOf(first) : first
  return {
    cell: isSeveral ? given.join(' ~ ') : cell || null,
    column,
    ...(isSeveral && { isSeveral }),
  }
}

function segmentsIn({ orc, obr, spm }: Order): Record<string, Segment | null> {
  return { ORC: orc, OBR: obr, SPM: spm }
}

function textAt(
  repetition: string,
  field: LabField,
  component: string | undefined,
  signs: Signs,
): string {
  if (component !== undefined) return componentOf(repetition, Number(component), signs)
  if (field === 'first_name') return componentOf(repetition, 2, signs)
  if (field === 'full_name' || field === 'comment' || field === 'range')
    return unescaped(repetition.replaceAll(signs.component, ' '), signs)
  return componentOf(repetition, 1, signs)
}

/**
 * The identifier of type NH, or of the authority NHS; of a place that the map names, otherwise the
 * first one. Two different ones are several.
 */
function nhsNumberIn(
  field: string | undefined,
  column: string,
  { signs, isNamed }: Context & { isNamed: boolean },
): WrittenField {
  const given = repetitionsOf(field, signs).filter((one) => componentOf(one, 1, signs) !== '')
  const typed = given.filter(
    (one) => componentOf(one, 5, signs) === 'NH' || /^NHS/i.test(componentOf(one, 4, signs)),
  )
  const among = typed.length > 0 || !isNamed ? typed : given.slice(0, 1)
  const numbers = [...new Set(among.map((one) => componentOf(one, 1, signs).replace(/\s/g, '')))]
  if (numbers.length > 1) return { cell: numbers.join(' ~ '), column, isSeveral: true }
  const [only] = among
  return { cell: only === undefined ? null : componentOf(only, 1, signs), column }
}

/** 'YYYYMMDDHHmm' and longer as 'YYYY-MM-DD HH:mm', with its zone; others as they are. */
function clockOf(text: string): string {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(?:(\d{2})(?:\d{2}(?:\.\d+)?)?)?([+-]\d{4})?$/.exec(
    text,
  )
  if (!parts) return text.replace(/^(\d{8})[+-]\d{4}$/, '$1')
  const [, year, month, day, hour, minute = '00', zone = ''] = parts
  return `${year}-${month}-${day} ${hour}:${minute}${zone}`
}

// Which order, patient and message a result of an ORU^R01 belongs to, with the notes of each.
import type { UnreadPart } from '../../../../domain/office/lab-rows.ts'
import {
  componentOf,
  repetitionsOf,
  type Segment,
  type Signs,
  signsOf,
  unescaped,
} from './hl7-segments.ts'

export type Result = { obx: Segment; notes: string[] }
export type Patient = { pid: Segment | null; notes: string[]; orders: Order[] }
/** One ORC and OBR with their results; a result before any OBR has neither. */
export type Order = {
  orc: Segment | null
  obr: Segment | null
  spm: Segment | null
  notes: string[]
  results: Result[]
}
export type Message = { msh: Segment; signs: Signs; notes: string[]; patients: Patient[] }

/** They hold nothing of a result. */
const WITHOUT_RESULT = [
  'FHS',
  'BHS',
  'BTS',
  'FTS',
  'SFT',
  'PD1',
  'PV1',
  'PV2',
  'NK1',
  'TQ1',
  'TQ2',
  'EVN',
]
/** Description, reason of a rejection and condition of a specimen. */
const SPECIMEN_TEXTS = [14, 21, 24]

/** Messages in the order of the file; what is read by nobody is counted by its segment. */
export function messagesOf(segments: readonly Segment[]): {
  messages: Message[]
  unread: UnreadPart[]
} {
  const messages: Message[] = []
  const unread = new Map<string, number>()
  const count = (name: string) => unread.set(name, (unread.get(name) ?? 0) + 1)
  const at: Place = { message: null, patient: null, order: null, notes: null }
  for (const segment of segments) {
    const { name } = segment
    if (WITHOUT_RESULT.includes(name)) continue
    if (name === 'MSH') {
      at.message = { msh: segment, signs: signsOf(segment), notes: [], patients: [] }
      messages.push(at.message)
      at.patient = at.order = null
      at.notes = at.message.notes
    } else if (!at.message || !place(segment, at, at.message)) count(name)
  }
  return { messages, unread: [...unread].map(([name, n]) => ({ name, count: n })) }
}

/** Where the next segment belongs; `notes` are of the last one that may have some. */
type Place = {
  message: Message | null
  patient: Patient | null
  order: Order | null
  notes: string[] | null
}

/** Whether the segment is read. */
function place(segment: Segment, at: Place, message: Message): boolean {
  const { name } = segment
  if (name === 'PID') at.notes = addPatient(at, message, segment).notes
  else if (name === 'ORC') {
    const order = addOrder(at, message)
    order.orc = segment
    at.notes = order.notes
  } else if (name === 'OBR') {
    const { order } = at
    const isOfOrc = order?.orc && !order.obr && order.results.length === 0
    const own = isOfOrc ? order : addOrder(at, message)
    own.obr = segment
    at.notes = own.notes
  } else if (name === 'OBX') {
    const result: Result = { obx: segment, notes: [] }
    const order = at.order ?? addOrder(at, message)
    order.results.push(result)
    at.notes = result.notes
  } else if (name === 'SPM') {
    const order = at.order ?? addOrder(at, message)
    order.spm ??= segment
    order.notes.push(...specimenTexts(segment, message.signs))
    at.notes = order.notes
  } else if (name === 'NTE') {
    const note = textOfField(segment.fields[3], message.signs)
    if (note !== '') at.notes?.push(note)
  } else return false
  return true
}

function addPatient(at: Place, message: Message, pid: Segment | null): Patient {
  const patient: Patient = { pid, notes: [], orders: [] }
  message.patients.push(patient)
  at.patient = patient
  at.order = null
  return patient
}

function addOrder(at: Place, message: Message): Order {
  const order: Order = { orc: null, obr: null, spm: null, notes: [], results: [] }
  const patient = at.patient ?? addPatient(at, message, null)
  patient.orders.push(order)
  at.order = order
  return order
}

/** All repetitions, one after the other. */
export function textOfField(field: string | undefined, signs: Signs): string {
  return repetitionsOf(field, signs)
    .map((one) => unescaped(one, signs))
    .join(' ')
}

function specimenTexts({ fields }: Segment, signs: Signs): string[] {
  return SPECIMEN_TEXTS.flatMap((place) =>
    repetitionsOf(fields[place], signs).map((one) => {
      const at = (component: number) => componentOf(one, component, signs)
      return at(2) || at(9) || at(1)
    }),
  ).filter(Boolean)
}

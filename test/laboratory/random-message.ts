// HL7 messages at random, with what may be read of each line.
import type { ColumnMap } from '../../domain/office/lab-columns.ts'
import type { Random } from '../app/seeded.ts'
import { hl7Value, type WrittenValue } from './written-values.ts'

/** Of one row of a file: the number that may be recorded, and what must be seen with it. */
export type Expected = {
  line: number
  /** Null when no number may be recorded. */
  number: string | null
  /** The same when the file is cut before what forbids it; as `number` when undefined. */
  numberOfCut?: string | null
  mayHaveReason: boolean
  /** Words that a person must be able to read beside the row. */
  notes: readonly string[]
}
export type RandomFile = {
  text: string
  expected: Expected[]
  /** How many parts are in no row. */
  unread: number
  map: ColumnMap
}

type Signs = {
  field: string
  component: string
  repetition: string
  escapeSign: string
  sub: string
}

const USUAL: Signs = { field: '|', component: '^', repetition: '~', escapeSign: '\\', sub: '&' }
const OTHER: Signs = { field: '#', component: ':', repetition: ';', escapeSign: '?', sub: '!' }
const MAP: ColumnMap = {
  format: 'hl7',
  columns: {},
  tests: ['PSA', 'TPSA'],
  units: { 'ug/L': 'ng/mL', '': 'ng/mL' },
}
const RESULT_STATUSES = ['C', 'D', 'W', 'X', 'P', 'I', 'R', 'S', 'O', 'N', 'U', '', 'Q']
const ORDER_STATUSES = ['C', 'A', 'P', 'I', 'R', 'S', 'O', 'X', 'Y', 'Z', '']
const CONTROLS = ['RE', 'OC', 'CA', 'SC', 'CR']
const BIRTH_DATES = ['1960', '', '196005042300', 'unknown', '19601304']
const NUMBERS = ['', '2.64411E+11', 'L1~L2', '""']

export function randomMessages(random: Random): RandomFile {
  const lines: string[] = []
  const expected: Expected[] = []
  let unread = 0
  let noted = 0
  const messages = 1 + random.below(3)
  for (let n = 0; n < messages; n++) message(random.chance(0.8) ? USUAL : OTHER)
  const end = random.pick(['\r', '\n', '\r\n'])
  const text = lines.join(end) + end
  return { text: random.chance(0.2) ? `\u000b${text}\u001c` : text, expected, unread, map: MAP }

  function message(signs: Signs): void {
    const { field, component, repetition, escapeSign, sub } = signs
    const put = (parts: readonly string[]) => lines.push(parts.map(written).join(field))
    const written = (part: string) => part.replaceAll('^', component).replaceAll('~', repetition)
    const noteHere = (share: number): string[] => {
      if (!random.chance(share)) return []
      const word = `note${++noted}`
      put(['NTE', '1', 'L', `Haemolysed ${word}`])
      if (!random.chance(0.2)) return [word]
      lines.push(`PLEASE REPEAT more${noted}`)
      return [word, `more${noted}`]
    }
    const plant = () => {
      if (!random.chance(0.1)) return
      put([random.pick(['ZDS', 'DG1', 'ADD', 'FT1']), '1', '12.4'])
      unread++
    }
    lines.push(
      `MSH${field}${component}${repetition}${escapeSign}${sub}${field}LIMS`.concat(
        `${field}LAB${field}C${field}${field}2027${field}${field}ORU${component}R01${field}1`,
      ),
    )
    const born = random.chance(0.9) ? '19600504' : random.pick(BIRTH_DATES)
    put(['PID', '1', '', '9990000018^^^NHS^NH~77^^^LAB', '', 'Núñez^José', '', born])
    const ofPatient = noteHere(0.2)
    plant()
    const orders = 1 + random.below(3)
    for (let n = 0; n < orders; n++) order()

    function order(): void {
      const control = random.chance(0.3) ? random.pick(CONTROLS) : null
      const status = random.chance(0.7) ? 'F' : random.pick(ORDER_STATUSES)
      const number = random.chance(0.9) ? `L${random.below(9)}` : random.pick(NUMBERS)
      if (control !== null) put(['ORC', control, 'CHP00000015', number])
      put([
        ...['OBR', '1', 'CHP00000015', number, 'PSA^PSA^LAB', '', '', '202701161000'],
        ...Array.from({ length: 17 }, () => ''),
        status,
      ])
      const line = lines.length
      const isSound = born === '19600504' && /^L\d$/.test(number)
      const isCancelled = status === 'X' || ['OC', 'CA', 'CR'].includes(control ?? '')
      const notes = [...ofPatient, ...noteHere(0.3)]
      plant()
      const before = expected.length
      const results = random.below(3)
      for (let n = 0; n < results; n++) {
        if (random.chance(0.15)) notes.push(textResult())
        else expected.push(result({ status, isCancelled, isSound }))
      }
      const own = expected.slice(before)
      if (own.length === 0)
        expected.push({ line, number: null, mayHaveReason: isCancelled, notes: [] })
      for (const one of expected.slice(before))
        Object.assign(one, { notes: [...notes, ...one.notes] })
    }

    function textResult(): string {
      const word = `text${++noted}`
      put([
        'OBX',
        '9',
        random.pick(['TX', 'FT']),
        'COM^Comment',
        '',
        `Repeat ${word}`,
        '',
        '',
        '',
        '',
        '',
        'F',
      ])
      return word
    }

    function result(of: { status: string; isCancelled: boolean; isSound: boolean }): Expected {
      const value = hl7Value(random)
      const own = random.chance(0.6) ? 'F' : random.pick(RESULT_STATUSES)
      const test = random.chance(0.95) ? random.pick(['PSA^Total', 'X1^tpsa']) : 'FPSA^Free'
      const unit = random.chance(0.9) ? random.pick(['ug/L', ' UG/l', '']) : 'nmol/L'
      const isComment = test === 'FPSA^Free' && ['TX', 'FT'].includes(value.type)
      const fields = ['OBX', '1', value.type, isComment ? 'PSA^Total' : test, '', value.raw, unit]
      put([...fields, '0-4', random.pick(['', 'H', 'N']), '', '', own, '', '', '202701171200'])
      const line = lines.length
      const isReport = own === '' ? ['F', 'C'] : ['', 'F', 'C', 'A']
      const isFinal =
        ['F', 'C', ''].includes(own) && isReport.includes(of.status) && !of.isCancelled
      const isRead = of.isSound && unit !== 'nmol/L' && (isComment || test !== 'FPSA^Free')
      const isOutcome = isFinal
        ? value.hasReason === true
        : own === 'X' || isEmptyOf(value, own, of)
      const notes = noteHere(0.2)
      return {
        line,
        number: isFinal && isRead ? value.number : null,
        mayHaveReason: isOutcome,
        notes,
      }
    }
  }
}

/** A result of a cancelled order that says nothing itself. */
function isEmptyOf({ raw }: WrittenValue, own: string, of: { isCancelled: boolean }): boolean {
  return own === '' && of.isCancelled && (raw === '' || raw === '""')
}

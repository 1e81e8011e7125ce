// Segments of HL7 v2 messages, and their fields in plain text.
import type { UnreadPart } from '../../../../domain/office/lab-rows.ts'
import { decodeHex } from './decode-text.ts'

/** `line` is that of the file, from 1; `isOpen` for the last one, when no line end follows. */
export type Segment = {
  name: string
  fields: string[]
  separator: string
  line: number
  isOpen?: boolean
}
export type Signs = Record<
  'field' | 'component' | 'repetition' | 'escapeSign' | 'subcomponent',
  string
>

const NAME = /^[A-Z][A-Z0-9]{2}$/
/** Texts in which laboratories break a line. */
const TEXTS = ['NTE', 'OBX']

type Line = { text: string; separator: string; line: number }

/**
 * The segments of a text. A line without a segment's name is the rest of the note or result before
 * it; after another segment it is counted as not read.
 */
export function segmentsOf(text: string): { segments: Segment[]; unread: UnreadPart[] } {
  const lines: Line[] = []
  let separator = '|'
  let loose = 0
  const isWhole = /[\r\n]\s*$/.test(text)
  for (const [place, written] of text.split(/\r\n|\r|\n/).entries()) {
    const start = written.trimStart()
    if (start === '') continue
    if (start.startsWith('MSH')) separator = start[3] ?? '|'
    const before = lines.at(-1)
    if (isSegment(start, separator)) lines.push({ text: start, separator, line: place + 1 })
    else if (before && TEXTS.includes(before.text.slice(0, 3)) && !isLowerCase(start, separator))
      before.text += ` ${start}`
    else loose++
  }
  const segments = lines.map((one, place): Segment => {
    const fields = one.text.split(one.separator)
    const isOpen = !isWhole && place === lines.length - 1
    return { name: fields[0] ?? '', fields, separator: one.separator, line: one.line, isOpen }
  })
  return { segments, unread: loose > 0 ? [{ name: 'line without a segment', count: loose }] : [] }
}

/** 'PLEASE' begins no segment, and neither does a word of three letters alone. */
function isSegment(text: string, separator: string): boolean {
  const name = text.slice(0, 3)
  return NAME.test(name) && (text[3] === separator || ['BTS', 'FTS'].includes(text.trim()))
}

function isLowerCase(text: string, separator: string): boolean {
  return /^[a-z][a-z0-9]{2}$/.test(text.slice(0, 3)) && text[3] === separator
}

/** Of an MSH segment, whose second field names the signs. */
export function signsOf({ separator, fields }: Segment): Signs {
  const [component = '^', repetition = '~', escapeSign = '\\', subcomponent = '&'] = fields[1] ?? ''
  return { field: separator, component, repetition, escapeSign, subcomponent }
}

/** The repetitions of a field that hold something; '""' is nothing. */
export function repetitionsOf(field: string | undefined, { repetition }: Signs): string[] {
  return (field ?? '').split(repetition).filter((one) => !isNothing(one))
}

/** A component from 1, in plain text; '' for none. */
export function componentOf(repetition: string, place: number, signs: Signs): string {
  const component = repetition.split(signs.component)[place - 1] ?? ''
  return isNothing(component) ? '' : unescaped(component, signs)
}

function isNothing(text: string): boolean {
  return text.trim() === '' || text.trim() === '""'
}

/** In plain text; an escape that is not known stays as it is written. */
export function unescaped(text: string, signs: Signs): string {
  const { escapeSign } = signs
  let plain = ''
  let place = 0
  while (place < text.length) {
    const start = text.indexOf(escapeSign, place)
    const end = start === -1 ? -1 : text.indexOf(escapeSign, start + 1)
    if (end === -1) break
    const hex = hexFrom(text, start, escapeSign)
    const known = hex?.text ?? meaningOf(text.slice(start + 1, end), signs)
    plain += text.slice(place, start) + (known ?? escapeSign)
    place = known === null ? start + 1 : (hex?.end ?? end + 1)
  }
  return (plain + text.slice(place)).replace(/\s+/g, ' ').trim()
}

function meaningOf(code: string, signs: Signs): string | null {
  const known: Record<string, string> = {
    F: signs.field,
    S: signs.component,
    T: signs.subcomponent,
    R: signs.repetition,
    E: signs.escapeSign,
    H: '',
    N: '',
  }
  if (Object.hasOwn(known, code)) return known[code] ?? ''
  return /^\.(br|sp|fi|nf|in|ti|sk|ce)[+-]?\d*$/i.test(code) ? ' ' : null
}

/** '\XC3\\XBC\' is one letter. */
function hexFrom(text: string, start: number, sign: string): { text: string; end: number } | null {
  let digits = ''
  let end = start
  while (text[end] === sign && /^x/i.test(text.slice(end + 1, end + 2))) {
    const next = text.indexOf(sign, end + 1)
    const code = text.slice(end + 2, next === -1 ? undefined : next)
    if (next === -1 || !/^([0-9a-f]{2})+$/i.test(code)) break
    digits += code
    end = next + 1
  }
  return digits === '' ? null : { text: decodeHex(digits), end }
}

import { pounds } from '../money.ts'
import { momentInWords } from '../uk-time.ts'
import { detailLabel } from './audit-details.ts'

const HASH = /^[0-9a-f]{32,}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const STORED_WORD = /^[a-z]+(?:_[a-z]+)+$/

/** The names of records by 'event 12', as the API gives them. */
type Names = Readonly<Record<string, string>>

/**
 * The details of an audit entry in words, one line each: 'Reason: misspelt', 'Before, roles: office'. Hashes and
 * numbers that only the program knows are left out.
 */
export function detailLines(details: unknown, names: Names = {}): string[] {
  return linesOf(details, { path: [], names })
}

type At = { path: readonly string[]; names: Names; name?: string }

function linesOf(value: unknown, at: At): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, inner]) => {
      if (detailLabel(name)?.isHidden) return []
      return linesOf(inner, { ...at, name, path: [...at.path, labelOf(name)] })
    })
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (values.some((one) => typeof one === 'object')) return []
  const texts = values.flatMap((one) => textOf(one, { ...at, isList: Array.isArray(value) }))
  if (texts.length === 0) return []
  return [`${pathInWords(at.path)}: ${texts.join(', ')}`]
}

function textOf(value: unknown, { name, names, isList }: At & { isList: boolean }): string[] {
  const label = name === undefined ? null : detailLabel(name)
  if (label?.names && (isList || !label.isList)) {
    const named = names[`${label.names} ${value}`]
    if (named !== undefined) return [named]
  }
  if (typeof value === 'boolean') return [value ? 'yes' : 'no']
  if (label?.unit === 'pence' && Number.isSafeInteger(value)) return [pounds(Number(value))]
  const text = String(value)
  if (HASH.test(text)) return []
  if (INSTANT.test(text)) return [momentInWords(new Date(text))]
  return [STORED_WORD.test(text) ? text.replaceAll('_', ' ') : text]
}

function labelOf(name: string): string {
  if (name === 'before') return 'Before'
  if (name === 'after') return 'Now'
  return detailLabel(name)?.label ?? nameInWords(name)
}

/** 'Before, name': only the first word of a line has a capital. */
function pathInWords([first = '', ...inner]: readonly string[]): string {
  const rest = inner.map((label) =>
    /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label,
  )
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(', ')
}

/** Of an older entry, whose name has no label. */
function nameInWords(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.replaceAll(/[a-z][A-Z]/g, ([end, start]) => `${end} ${start?.toLowerCase()}`)
}

import { momentInWords } from '../../../domain/uk-time.ts'

const HASH = /^[0-9a-f]{32,}$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** 'before roles: office' and the like, of an audit row's details; hashes are left out. */
export function detailLines(details: unknown, path: readonly string[] = []): string[] {
  if (details === null || details === undefined || details === '') return []
  if (typeof details !== 'object') {
    const text = String(details)
    const texts = INSTANT.test(text) ? momentInWords(new Date(text)) : text
    return HASH.test(text) ? [] : [`${path.join(' ')}: ${texts}`]
  }
  if (Array.isArray(details)) {
    const isPlain = details.every((one) => typeof one !== 'object')
    return isPlain && details.length > 0 ? [`${path.join(' ')}: ${details.join(', ')}`] : []
  }
  return Object.entries(details).flatMap(([name, value]) =>
    detailLines(value, [...path, nameInWords(name)]),
  )
}

function nameInWords(name: string): string {
  const texts = name.replaceAll('_', ' ')
  return texts.replaceAll(/[a-z][A-Z]/g, ([end, start]) => `${end} ${start?.toLowerCase()}`)
}

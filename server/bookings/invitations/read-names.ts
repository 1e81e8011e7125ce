import { CsvError, parse } from 'csv-parse/sync'
import {
  columnsOf,
  type ListedPerson,
  MOST_NAMES,
  toPerson,
} from '../../../domain/office/invitations.ts'
import { Refused } from '../../platform/http/refused.ts'

const DELIMITERS = ['\t', ',', ';']

/**
 * The people of a list as a spreadsheet saves or copies it, the headings first. Throws Refused
 * names_unreadable, no_names or too_many_names.
 */
export function readNames(text: string): ListedPerson[] {
  for (const delimiter of DELIMITERS) {
    const [heading = [], ...lines] = cellsOf(text.replace(/^\uFEFF/, ''), delimiter)
    const columns = columnsOf(heading)
    if (columns === null) continue
    const people = lines.flatMap((cells, n) => {
      if (cells.every((cell) => cell.trim() === '')) return []
      const named = columns.flatMap((column, place) =>
        column === null ? [] : [[column, cells[place] ?? '']],
      )
      return [toPerson(n + 2, Object.fromEntries(named))]
    })
    if (people.length === 0) throw new Refused('no_names')
    if (people.length > MOST_NAMES) throw new Refused('too_many_names')
    return people
  }
  throw new Refused('names_unreadable')
}

function cellsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true })
  } catch (error) {
    if (error instanceof CsvError) throw new Refused('names_unreadable')
    throw error
  }
}

import { readFileSync } from 'node:fs'
import type { Listed } from './infer.ts'

const PAGE = new URL('../../../docs/data-protection.md', import.meta.url)
const HEADING = '## What a copy still tells about a result'
const ROW = /^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \| [^|]{20,} \|/

/** The tables and columns of the page's list, each with its reason. */
export function listClearColumns(): Listed[] {
  const [, after = ''] = readFileSync(PAGE, 'utf8').split(HEADING)
  const [section = ''] = after.split('\n## ')
  const rows = section.split('\n').flatMap((line) => {
    const [, table, columns] = ROW.exec(line) ?? []
    if (!table || !columns) return []
    return [{ table, columns: [...columns.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '') }]
  })
  if (rows.length === 0) throw new Error('the page lists nothing')
  return rows
}

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Tables of documents that name tests; the first column says what could happen. */
const DOCUMENTS = [
  { file: 'docs/threat-model.md', heading: 'risk', columns: 3, tests: 2, least: 30 },
  { file: 'docs/clinical-safety.md', heading: 'hazard', columns: 7, tests: 4, least: 15 },
]

describe.each(DOCUMENTS)('$file', ({ file, heading, columns, tests, least }) => {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith(`| ${heading} `))
    .map((line) => line.slice(2, -2).split(' | '))

  test(`every ${heading} has a protection and a test`, () => {
    expect(rows.length).toBeGreaterThan(least)
    for (const row of rows) {
      expect(row).toHaveLength(columns)
      expect(row[tests]).toMatch(/`[\w/.-]+`/)
    }
  })

  test.each(
    rows.flatMap((row) => namedIn(row[tests] ?? '').map((one) => ({ risk: row[0], ...one }))),
  )('$risk: $file, $words', ({ file: named, words }) => {
    const path = [`${named}.test.ts`, `${named}.ts`].find((one) => existsSync(one))
    expect(path).toBeDefined()
    expect(readFileSync(path ?? '', 'utf8')).toContain(words)
  })
})

/** The tests named in a cell: `file`: words of one; words of another; `file`. */
function namedIn(cell: string): { file: string; words: string }[] {
  const parts = cell.split(/`([\w/.-]+)`(?: \([^)]*\))?/).slice(1)
  return parts.flatMap((file, n) => {
    if (n % 2) return []
    const words = (parts[n + 1] ?? '').replace(/^: /, '').split(';')
    const said = words.map((one) => one.trim()).filter(Boolean)
    return (said.length > 0 ? said : ['']).map((one) => ({ file, words: one }))
  })
}

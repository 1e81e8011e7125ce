import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Each test that docs/threat-model.md names must exist.
const ROWS = readFileSync('docs/threat-model.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| risk '))
  .map((line) => line.slice(2, -2).split(' | '))

test('every risk has a protection and a test', () => {
  expect(ROWS.length).toBeGreaterThan(30)
  for (const row of ROWS) {
    expect(row).toHaveLength(3)
    expect(row[2]).toMatch(/`[\w/.-]+`/)
  }
})

test.each(
  ROWS.flatMap(([risk = '', , tests = '']) => namedIn(tests).map((one) => ({ risk, ...one }))),
)('$risk: $file, $words', ({ file, words }) => {
  const path = [`${file}.test.ts`, `${file}.ts`].find((one) => existsSync(one))
  expect(path).toBeDefined()
  expect(readFileSync(path ?? '', 'utf8')).toContain(words)
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

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Nobody who works in the office has a shell: what they read names screens (docs/office.md). Commands are for the
// person who runs the site, in docs/operations.md.
const READ_BY_STAFF = [
  'docs/office.md',
  '{web,content}/**/*.{ts,tsx,md}',
  'domain/**/*.ts',
  'server/messages/**/*.ts',
]
const COMMAND = /\bnpm (?:run|start|test)\b|\bnpx \w|\bnode (?:--\S+ )*[\w./-]+\.[cm]?[jt]s\b/

test('nothing that staff read asks them to type a command', () => {
  const files = globSync(READ_BY_STAFF).filter((file) => !/\.test\.tsx?$|README\.md$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (isCommand(line) ? `${file}:${at + 1}` : [])),
  )
  expect(found).toEqual([])
})

test.each([
  ['To list the open reviews: npm run ops -- identity-review', true],
  ['Run `node scripts/keys.ts`.', true],
  ['    npm start', true],
  ['// `node scripts/drawings/draw.mjs` draws them', false],
  ['const isWithin = (node: unknown) => node instanceof Node', false],
])('%s', (line, isFound) => {
  expect(isCommand(line)).toBe(isFound)
})

/** Comments are for engineers. */
function isCommand(line: string): boolean {
  return COMMAND.test(line.replace(/^\s*(?:\/\/|\/?\*).*$/, ''))
}

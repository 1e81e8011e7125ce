import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OPS_COMMANDS } from '../ops.ts'

// Finds what a comment or a page cites and the repository does not have: numbers of rules, decisions, traps,
// parts of the protocol, and links between pages.

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(file) && file !== 'scripts/fences/references.test.ts')
const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('a reference', () => {
  test('to a rule leads to one', () => {
    const rules = numbersOf('docs/rules.md')
    expect(missing(/[Rr]ules\n? ?(?:\/\/|\*)? ?§(\d+(?:\.\d+)?)/g, rules)).toEqual([])
  })

  test('to the protocol leads to one of its parts', () => {
    const parts = numbersOf('docs/auth-protocol.md')
    expect(missing(/auth-protocol ((?:\d+\.\d+(?:, )?)+)/g, parts)).toEqual([])
  })

  test('to a trap leads to a row', () => {
    const rows = new Set(numbered(readFileSync('docs/rules.md', 'utf8'), /^\| (\d+) \|/gm))
    expect(rows.size).toBe(52)
    expect(missing(/\b[Tt]rap (\d+)/g, rows)).toEqual([])
  })

  test('to a decision leads to a page', () => {
    const pages = new Set(
      files.flatMap((file) => numbered(file, /decisions\/0*(\d+)-/g)).map(String),
    )
    expect(missing(/\bdecisions? (\d+)(?! (?:of|items|rows))\b/g, pages)).toEqual([])
  })

  test('to a section names the page', () => {
    const found = texts.flatMap(({ file, text }) =>
      numbered(
        text,
        /((?:spec|design|office\.md|reliability|integrations|content-and-ux)(?:\.md)?,? §\S+)/gi,
      ).map((cited) => `${file}: ${cited}`),
    )
    expect(found).toEqual([])
  })

  test('to a command finds it', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const commands = new Set(Object.keys(scripts))
    expect(missing(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g, commands)).toEqual([])
    const found = texts.flatMap(({ file, text }) =>
      numbered(text, /npm run (?:-s |--silent )?ops --\s+(?:\/\/ )?([a-z][\w-]*)/g)
        .filter((name) => !Object.hasOwn(OPS_COMMANDS, name))
        .map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  })

  test('to lines of a file finds the word in them', () => {
    const pages = texts.filter(
      ({ file }) => file.endsWith('.md') && !file.startsWith('docs/decisions/'),
    )
    const cited = pages.flatMap(({ text }) => [...text.matchAll(LINES)])
    expect(cited.length).toBeGreaterThan(25)
    expect(cited.filter((match) => !isInLines(match)).map(([cited]) => cited)).toEqual([])
    const [wrong] = '`package.json:1-2` (`yaml`)'.matchAll(LINES)
    expect(wrong && isInLines(wrong)).toBe(false)
  })

  test('of CONTRIBUTING.md to a file or folder finds it', () => {
    const paths = numbered(readFileSync('CONTRIBUTING.md', 'utf8'), /`([\w.-]+\/[\w./-]*)[:`]/g)
    expect(paths.length).toBeGreaterThan(25)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  test('of one page to another finds the file', () => {
    const pages = texts.filter(({ file }) => file.endsWith('.md') && !file.startsWith('content/'))
    const broken = pages.flatMap(({ file, text }) =>
      numbered(text, /\]\((?!https?:|mailto:|#)([^)#\s]+)/g)
        .filter((link) => !existsSync(normalize(join(dirname(file), link))))
        .map((link) => `${file}: ${link}`),
    )
    expect(broken).toEqual([])
  })
})

/** Lines that others add above may move what is cited by so many. */
const DRIFT = 30
/** '`server/app.ts:45` (`routes`)', also over the end of a line: a file, its lines, a word in them. */
const LINES = /`([\w./-]+):(\d+)(?:-(\d+))?`\s+\(`([^`]+)`\)/g

function isInLines([, file = '', first = '', last = first, word = '']: RegExpMatchArray): boolean {
  if (!existsSync(file)) return false
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(Math.max(0, Number(first) - 1 - DRIFT), Number(last) + DRIFT)
  return lines.join('\n').includes(word)
}

/** Headings '## 3. ...' and '### 2.4 ...' and, below one, the items '7. ...' as '3.7'. */
function numbersOf(page: string): Set<string> {
  const numbers = new Set<string>()
  let heading = ''
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    heading = /^## (\d+)\./.exec(line)?.[1] ?? heading
    const part = /^### (\d+\.\d+)/.exec(line)?.[1]
    const item = /^(\d+)\. /.exec(line)?.[1]
    numbers.add(part ?? (item ? `${heading}.${item}` : heading))
  }
  return numbers
}

function missing(pattern: RegExp, known: ReadonlySet<string>): string[] {
  return texts.flatMap(({ file, text }) =>
    numbered(text, pattern)
      .flatMap((found) => found.split(', '))
      .filter((number) => number && !known.has(number))
      .map((number) => `${file}: ${number}`),
  )
}

function numbered(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found ?? '')
}

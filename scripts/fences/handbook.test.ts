import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headingId } from '../../content/heading-id.ts'
import { NAVIGATION } from '../../web/office/navigation.ts'

// The handbook names buttons, tabs and fields as the screens do, and shows each of its pictures.

const handbook = readFileSync('docs/office.md', 'utf8')

/** Named otherwise on purpose: an email, sentences with numbers, words that a volunteer types. */
const NOT_ON_SCREENS = new Set([
  'With somebody on the phone:',
  'With an event:',
  'At the venue:',
  'With results:',
  'With money:',
  'With records:',
  'With the office itself:',
  'You have been invited to CHAPS',
  'Accept the invitation',
  'Send a payment link again',
  'Tell 12 members about this change',
  'Cancel 12 appointments and refund £240.00',
  'Send 12 results for review',
  'march 1958',
  'lukasz',
  'obrien',
  'j baker',
  'A date of birth',
  'A phone number',
  'A booking reference',
  'Similar last name',
  'A new access code',
  'The failsafe sheet',
  'Two samples of one member',
  'The laboratory’s own labels',
  'A failed refund',
  'A sample without a number',
])

test('every name in the handbook is on a screen', () => {
  expect(namesNotIn(screenTexts(), handbook)).toEqual([])
})

test('a name that no screen has is found, however it is set off', () => {
  const page =
    "Press ‘Part the records’ or 'Separate', then **How it goes** and *Close it*. **A lead.** So"
  expect(namesNotIn("'Separate'", page)).toEqual(['Part the records', 'How it goes', 'Close it'])
})

test('every entry of the menu is in the handbook', () => {
  const missing = NAVIGATION.filter(
    ({ label }) => !handbook.toLowerCase().includes(label.toLowerCase()),
  )
  expect(missing.map(({ label }) => label)).toEqual([])
})

test('every screen has its part of the handbook, and every link in it leads to a part', () => {
  const parts = [...handbook.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) => headingId(title))
  const routes = readFileSync('web/office/routes.tsx', 'utf8')
  const helps = [...routes.matchAll(/screen\(\s*'[^']+',\s*(['"])(.+?)\1,/g)]
  const links = [...handbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, id = '']) => id)
  expect(helps.length).toBeGreaterThan(80)
  const wanted = [...helps.map(([, , title = '']) => headingId(title)), ...links]
  expect(wanted.filter((id) => !parts.includes(id))).toEqual([])
})

test('every picture is in the handbook', () => {
  const pictures = readdirSync('docs/office').filter((file) => file.endsWith('.png'))
  const shown = [...handbook.matchAll(/\]\(office\/(\S+?\.png)\)/g)].map(([, file]) => file)
  expect(pictures.sort()).toEqual(shown.sort())
})

function screenTexts(): string {
  const files = ['web', 'domain', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}

/** Names between quotation marks or asterisks that `texts` lacks. A number stands for any number. */
function namesNotIn(texts: string, page: string): string[] {
  const known = plain(texts)
  const names = [
    /(?<![\w’])‘([^‘]+?)’(?![a-z])/g,
    /(?<!\w)'([A-Z][^']{1,80}?)'(?!\w)/g,
    /\*\*([^*]+)\*\*/g,
    /(?<!\*)\*([^*\s][^*]*)\*(?!\*)/g,
  ].flatMap((pattern) => [...inOneLine(page).matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(names)].filter(
    (name) =>
      !name.endsWith('.') &&
      !NOT_ON_SCREENS.has(name) &&
      plain(name)
        .replace(/[.,:;?]$/, '')
        .split(/\d+/)
        .some((part) => !known.includes(part)),
  )
}

function plain(text: string): string {
  return inOneLine(text).replace(/[’‘]/g, "'")
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

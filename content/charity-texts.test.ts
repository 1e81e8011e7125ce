import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DATA_COMPLAINT } from '../domain/contact.ts'
import { CONTENT_PAGES } from './pages.ts'

const texts = ['policies', 'screening'].flatMap((kind) => {
  const folder = join(import.meta.dirname, kind)
  return readdirSync(folder).map((name) => ({
    name: `${kind}/${name}`,
    text: readFileSync(join(folder, name), 'utf8'),
  }))
})
const routes = readFileSync(join(import.meta.dirname, '../web/routes.ts'), 'utf8')
const screens = [...routes.matchAll(/route\('([^':]+)'/g)].map(([, path]) => `/${path}`)
const addresses = new Set([
  ...['/', `/contact-us?about=${DATA_COMPLAINT}`],
  ...screens,
  ...CONTENT_PAGES.map(({ path }) => path),
])

describe.each(texts)('$name', ({ text }) => {
  const body = text.replace(/^---[\s\S]*?\n---\n/, '')

  test('links only to addresses of this site, or to others by https', () => {
    const links = [...body.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
    const dead = links.filter((to) => !to.startsWith('https://') && !addresses.has(to))
    expect(dead).toEqual([])
  })

  test('has sentences of 20 words or fewer, by the median', () => {
    const words = sentences(body).map((sentence) => sentence.split(/\s+/).length)
    words.sort((a, b) => a - b)
    expect(words.length).toBeGreaterThan(10)
    expect(words[Math.floor(words.length / 2)]).toBeLessThanOrEqual(20)
  })
})

test('texts that recommend testing name the UK National Screening Committee’s opinion', () => {
  const { text = '' } = texts.find(({ name }) => name.includes('chaps-screening-event')) ?? {}
  const words = text.replace(/\s+/g, ' ')
  expect(words).toContain(
    'The UK National Screening Committee does not recommend mass PSA screening.',
  )
  expect(words).toContain('A normal PSA does not rule cancer out.')
})

/** Prose and list items; tables and headings are left out. */
function sentences(body: string): string[] {
  return body
    .split(/\n\s*\n|\n- /)
    .filter((part) => !/^[|#]/.test(part.trim()))
    .flatMap((part) => part.split(/(?<=[.?!])\s/))
    .map((sentence) => sentence.trim())
    .filter(Boolean)
}

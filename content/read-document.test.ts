import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { headingId } from './heading-id.ts'
import { headingsOf, partsOf, readDocument } from './read-document.ts'

const shape = z.object({ title: z.string(), date: z.optional(z.string()) })
const read = (body: string) => readDocument('x.md', `---\ntitle: T\n---\n${body}`, shape)

test('front matter is parsed by its schema, the body as HTML', () => {
  const { meta, html } = read('## What is PSA?\n\nA *protein*.')
  expect(meta).toEqual({ title: 'T' })
  expect(html).toBe('<h2 id="what-is-psa">What is PSA?</h2>\n<p>A <em>protein</em>.</p>\n')
})

test('trap 44: HTML in a text is shown and never runs', () => {
  const { html: open } = read('Mind <script>a <img src=x onerror=alert(3)')
  expect(open).not.toContain('<img')
  const { html } = read('<script>alert(1)</script>\n\nand <img src=x onerror=alert(2)> [a](<b"c>)')
  expect(html).not.toMatch(/<script|<img|onerror=a(?!lert\(2\)&#62;)/)
  expect(html).toContain('&#60;script&#62;')
})

test('a table has column headings and can be scrolled by keyboard', () => {
  const { html } = read('| Year | Men |\n|---|---|\n| 2023 | 2,397 |')
  expect(html).toContain('<th scope="col">Year</th>')
  expect(html).toContain('tabindex="0"')
})

test.each([
  ['no front matter', 'just text'],
  ['another shape', '---\ntitle: 3\n---\n'],
])('a file with %s is named', (_what, text) => {
  expect(() => readDocument('news/x.md', text, shape)).toThrow('news/x.md')
})

test('ids are made of words', () => {
  expect(headingId('Men’s health: what’s next?')).toBe('mens-health-whats-next')
})

test('a text is split at its headings; text before the first one stops the build', () => {
  const html = '<h2 id="one">One</h2>\n<p>First.</p>\n<h2 id="two">Two</h2>\n<p>Second.</p>\n'
  expect(partsOf('a.md', html)).toEqual([
    { id: 'one', title: 'One', html: '\n<p>First.</p>\n' },
    { id: 'two', title: 'Two', html: '\n<p>Second.</p>\n' },
  ])
  expect(headingsOf(`<p>Before.</p>${html}`).map(({ id }) => id)).toEqual(['one', 'two'])
  expect(() => partsOf('a.md', `<p>Before.</p>${html}`)).toThrow('a.md must be made of headings')
})

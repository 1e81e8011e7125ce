import { expect, test } from 'vitest'
import { readHandbook } from './handbook.ts'

const TEXT = `# The office

Words before the first part.

## Making an event

See [the list](#lists) and ![The form](office/form.png).

### A series

Six [on paper](office/paper.html).
`

test('the handbook is read in parts, and its files have the addresses of the office', () => {
  const parts = readHandbook(TEXT, (file) => `/assets/${file}`)
  expect(parts.map(({ id, title, depth }) => [id, title, depth])).toEqual([
    ['making-an-event', 'Making an event', 2],
    ['a-series', 'A series', 3],
  ])
  expect(parts[0]?.html).toContain('<h2 id="making-an-event">')
  expect(parts[0]?.html).toContain('<a href="#lists">')
  expect(parts[0]?.html).toContain('src="/assets/office/form.png"')
  expect(parts[1]?.html).toContain('<a href="/assets/office/paper.html">')
})

import { expect, test } from 'vitest'
import { fateOf, rowsOf, wordsOf } from './count-rows.ts'

const [row] = rowsOf(
  'place\twritten\tbetter\tkind\nweb/a.tsx:7\tPress it so:\tDo it like this:\tword order',
)

test('quotation marks, line ends and joined literals are no difference', () => {
  expect(wordsOf("'It\\'s ' +\n  'here'")).toBe(wordsOf('It’s here'))
})

test.each([
  ['worked in', 'Do it\n  like this:', undefined],
  ['open', 'Press it so:', undefined],
  ['gone', 'Something else', undefined],
  ['changed otherwise', 'Like this', { sentence: 'Like this' }],
  ['open', 'Nothing of it', { sentence: 'Like this' }],
  ['left', 'Press it so:', { left: 'It is stored.' }],
])('a row is %s where the file has %j', (fate, text, otherwise) => {
  if (!row) throw new Error('no row')
  expect(row).toEqual({
    number: 1,
    file: 'web/a.tsx',
    written: 'Press it so:',
    better: 'Do it like this:',
  })
  const words = wordsOf(text)
  expect(fateOf(row, { words, all: words, otherwise })).toBe(fate)
})

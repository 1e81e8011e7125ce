import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fullNameInMessages,
  greeting,
  NAME_HAS_ADDRESS,
  nameError,
  nameInMessages,
  visibleName,
  visibleText,
} from './person-name.ts'

describe('a name', () => {
  test.each([
    'O’Brien',
    "O'Brien-Smith",
    'St. John',
    'J.R.R. Hall',
    'J. R. Hall',
    'Dr. James Carter, Jr.',
    'Zoë Müller',
    'Nguyễn',
    'Łukasz',
    'Ærøskøbing',
    '王小明',
    'محمد',
    'नरेन्द्र',
    'שָׁלוֹם',
    'van der Berg',
    'Ng',
    'James (Jim)',
    'Anne & Co',
  ])('%s stays as it is', (name) => {
    expect(visibleName(name)).toBe(name)
    expect(nameError(name)).toBeNull()
  })

  test.each([
    ['right to left', 'Ja\u202emes\u202c', 'James'],
    ['isolates', '\u2066James\u2069', 'James'],
    ['marks of direction', 'James\u200e\u200f\u061c', 'James'],
    ['no width', 'Ja\u200bmes\ufeff\u2060', 'James'],
    ['soft hyphens', 'Ja\u00admes', 'James'],
    ['tags', 'James\u{e0041}\u{e0042}\u{e007f}', 'James'],
    ['selectors of a variant', 'J\ufe0fa\u{e0100}mes', 'James'],
    ['fillers', 'James\u3164\u115f\uffa0\u2800', 'James'],
    ['joiners of Latin letters', 'Ja\u200dm\u200ces', 'James'],
    ['joiners at the edge', '\u200cمحمد\u200d', 'محمد'],
    ['private characters', 'James\ue000', 'James'],
    ['controls and lines', ' James\u0000\r\nCarter\u2028 ', 'James Carter'],
    ['wide spaces', 'James\u00a0\u3000Carter', 'James Carter'],
    ['a heap of marks', `a${'\u0301'.repeat(40)}`, `a${'\u0301'.repeat(4)}`],
    ['half a pair', 'James\ud800', 'James\ufffd'],
  ])('has no %s', (_, typed, name) => {
    expect(visibleName(typed)).toBe(name)
  })

  test.each(['علی\u200cرضا', 'ක්\u200dරි', 'क्\u200dष'])('%s keeps the joiner it needs', (name) => {
    expect(visibleName(name)).toBe(name)
  })

  test.each([
    'You have won:evil',
    'http:evil',
    'evil.example',
    'evil.example/claim',
    'www.evil.example',
    'http://evil',
    'james@example.org',
    'evil\u200b.\u200bexample',
    'evil。example',
    'evil．example',
    'evil｡example',
    'evil․example',
    'e.vil',
    'evil.e',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'https：／／evil',
    'evil⁄claim',
    'a\\b',
    '<b>James</b>',
    'evil.9',
  ])('%s is refused', (typed) => {
    expect(nameError(typed)).toBe(NAME_HAS_ADDRESS)
  })
})

test('any text has nothing that turns the direction, and keeps its joiners', () => {
  expect(visibleText('a\u202eb\u200bc 👨\u200d👩')).toBe('abc 👨\u200d👩')
})

test('a message greets by a name without an address or what turns the text, and otherwise without a name', () => {
  expect(greeting('Zoë & Ann')).toBe('Dear Zoë & Ann,')
  expect(greeting('You have won: evil.example/claim')).toBe('Hello,')
  expect(greeting('James\u202e\u200b')).toBe('Dear James,')
  expect(fullNameInMessages({ firstName: 'Zoë', lastName: 'www.evil.example' })).toBe('Zoë')
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('evil.example', 'http://', '\u202e', '\u200b', 'www.', '@', '。', '\n', 'Zoë'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const name = nameInMessages(pieces.join(''))
      expect(nameError(name)).toBeNull()
      expect(visibleName(name)).toBe(name)
    }),
  )
})

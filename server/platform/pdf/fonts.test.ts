import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { canPrint, hasGlyph } from '../../../domain/printed-letters.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { testCharity } from '../../../test/app/settings.ts'
import { letterPdf } from '../../messages/letters/letter-pdf.ts'
import { runsOf } from './fonts.ts'

const { resolve } = createRequire(import.meta.url)
const FAMILY = '@fontsource/source-serif-4'
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'] as const

function fontOf(subset: string, weight: number): Font {
  const file = readFileSync(
    resolve(`${FAMILY}/files/source-serif-4-${subset}-${weight}-normal.woff`),
  )
  return create(file)
}
const fonts = new Map(
  SUBSETS.map((subset) => [subset, [400, 600].map((weight) => fontOf(subset, weight))]),
)
const LAST_POINT = 0xffff
const points = Array.from({ length: LAST_POINT }, (_, n) => n).filter(
  (point) => point < 0xd800 || point > 0xdfff,
)

test('each letter that the rule takes has a glyph in both weights of the font that draws it', () => {
  const lacking = points
    .map((point) => String.fromCodePoint(point))
    .filter(hasGlyph)
    .filter((letter) =>
      runsOf(letter).some(({ subset, text }) =>
        (fonts.get(subset) ?? []).some(
          (font) => !font.hasGlyphForCodePoint(text.codePointAt(0) ?? 0),
        ),
      ),
    )
  expect(lacking).toEqual([])
})

test('the rule takes every letter of the fonts', () => {
  const has = (letter: string) =>
    [...fonts.values()].some((weights) =>
      weights.every((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
    )
  const letters = points.map((point) => String.fromCodePoint(point))
  const unused = letters.filter(
    (letter) => /\p{L}/u.test(letter) && has(letter) && !hasGlyph(letter),
  )
  expect(unused).toEqual([])
})

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })

test('a text that the rule takes is drawn without a letter that the font lacks', () => {
  fc.assert(
    fc.property(name, (text) => {
      const runs = runsOf(text)
      for (const { subset, text: part } of runs)
        for (const letter of part)
          for (const font of fonts.get(subset) ?? [])
            expect(font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)).toBe(true)
      const drawn = runs.map(({ text: part }) => part).join('')
      const isMarked = drawn.split('?').length > text.split('?').length
      if (canPrint(text)) expect(isMarked).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['Nguyễn Văn Ất', true],
  ['Łukasz Żak', true],
  ['Ἀθηνᾶ', false],
  ['Γιώργος Παπαδόπουλος', true],
  ['Володимир Їжак', true],
  ['Llŷr Te\u0300o', true],
  ['O\u2011Neill \u2010 Ann\u200d', true],
  ['李 伟', false],
  ['محمد', false],
  ['ਹਰਪ੍ਰੀਤ', false],
  ['ゆうじ', false],
  ['Ĭon', false],
  ['Jo 🙂', false],
])('whether %s can be printed is %s', (text, isPrinted) => {
  expect(canPrint(text)).toBe(isPrinted)
})

test('a name with a hyphen, a space and marks of other kinds stands in a letter as it is read', async () => {
  const [first = []] = await readPdf(
    await letterPdf(
      {
        title: 'A letter',
        to: ['Ann\u200d O\u2011Neill\u00adSmith', 'CO8 5AA'],
        reference: 'Member 1',
        at: new Date('2027-01-12T09:00:00Z'),
        isLargePrint: false,
        parts: [{ paragraph: 'Dear ﬁona,' }],
      },
      testCharity,
    ),
  )
  const text = first.map(({ text: part }) => part).join(' ')
  expect(text).toContain('Ann O-NeillSmith')
  expect(text).not.toContain('?')
})

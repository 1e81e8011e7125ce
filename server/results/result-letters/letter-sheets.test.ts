import { describe, expect, test } from 'vitest'
import { type Printed, readPdf } from '../../../test/app/read-pdf.ts'
import { testCharity } from '../../../test/app/settings.ts'
import type { SealedResult } from '../../facts/sealed-result.ts'
import { letterPdf } from '../../messages/letters/letter-pdf.ts'
import { AROUND_WINDOW } from '../../messages/letters/page-frame.ts'
import { gpLetter } from './gp-letter.ts'
import { type LetterContent, resultLetter } from './result-letter.ts'

const AT = new Date('2026-11-26T12:00:00Z')
const BORN = '1970-09-11'
const TO = ['George Adams', '4 Church Lane', 'Ledbury', 'HR8 1AA']
const LONG_NAME = 'Bartholomew-Maximilian Featherstonehaugh-Cholmondeley'
const COMMENT =
  'Your PSA is a little above the usual limit for your age. This is common and most often has a harmless reason, such as a large prostate.'

function contentOf(found: Partial<SealedResult>, replacesEarlier = false): LetterContent {
  const result = { test_result: '4.2', test_unit: 'ng/mL', comments: null, ...found }
  const where = { event: 'Ledbury, Community Hall', test: 'PSA', lab: 'Eastern Pathology' }
  return { result, sampleDate: '2026-11-12', replacesEarlier, ...where }
}
const draw = async (content: LetterContent, { name = 'George Adams', isLargePrint = false } = {}) =>
  readPdf(
    await letterPdf(
      resultLetter(content, {
        reference: 'Letter 12',
        name,
        dateOfBirth: BORN,
        to: TO,
        isLargePrint,
        at: AT,
      }),
      testCharity,
    ),
  )
const wordsOf = (items: readonly Printed[]) => items.map(({ text }) => text).join(' ')
const sizeOfText = (pages: Printed[][]) => {
  const dear = pages.flat().find(({ text }) => text.startsWith('Dear'))
  return Math.round((dear?.size ?? 0) * (72 / 25.4) * 2) / 2
}

const LETTERS: [string, LetterContent][] = [
  ['green', contentOf({ band: 'Green', retest_months: 24 })],
  ['green with a comment', contentOf({ band: 'Green', retest_months: 24, comments: COMMENT })],
  ['amber', contentOf({ band: 'Amber', retest_months: 3, comments: COMMENT })],
  ['red', contentOf({ band: 'Red', comments: COMMENT })],
  ['a correction', contentOf({ band: 'Red', comments: COMMENT }, true)],
  ['a withdrawal', contentOf({ test_result: null, withdrawn: true }, true)],
  ['a slip of ours', contentOf({ test_result: null, withdrawn: true, taken_back: 'wrong_band' })],
  ['another man’s', contentOf({ test_result: null, withdrawn: true, taken_back: 'wrong_man' })],
  ['what follows a slip of ours', { ...contentOf({ band: 'Red' }, true), replacesTakenBack: true }],
  ['a sample without a number', contentOf({ test_result: null, outcome: 'haemolysed' })],
]

describe('a letter to the member', () => {
  test.each([
    ['wrong_band', false],
    ['wrong_words', false],
    ['wrong_man', true],
  ] as const)(
    'that takes back a result as %s offers no other test for our own slip, and a free one for another’s: %s',
    async (because, isTestOffered) => {
      const withdrawn = { test_result: null, withdrawn: true, taken_back: because }
      const words = wordsOf((await draw(contentOf(withdrawn, true))).flat())
      expect(words.includes('test again for free')).toBe(isTestOffered)
      expect(words.includes('You do not need another blood test')).toBe(!isTestOffered)
      expect(words).not.toContain('The laboratory')
    },
  )

  test('that replaces what we took back does not say that the laboratory corrected it', async () => {
    const content = { ...contentOf({ band: 'Green' }, true), replacesTakenBack: true }
    const words = wordsOf((await draw(content)).flat())
    expect(words).toContain('We made a mistake in what we told you before')
    expect(words).not.toContain('The laboratory has corrected')
  })

  test.each(LETTERS)(
    'of %s is one sheet in usual print, of 12 points at least',
    async (_, content) => {
      for (const name of ['George Adams', LONG_NAME]) {
        const pages = await draw(content, { name })
        expect(pages).toHaveLength(1)
        expect(sizeOfText(pages)).toBeGreaterThanOrEqual(12)
        expect(wordsOf(pages.flat())).toContain('With best wishes,')
      }
    },
  )

  test.each(LETTERS)(
    'of %s in large print has no sheet with closing words alone',
    async (_, content) => {
      const pages = await draw(content, { name: LONG_NAME, isLargePrint: true })
      expect(sizeOfText(pages)).toBe(18)
      expect(pages.length).toBeLessThanOrEqual(3)
      expect(wordsOf(pages.at(-1) ?? [])).toMatch(/If you have a question .*With best wishes,/)
    },
  )

  test('says when its reader was born, outside the window of the envelope', async () => {
    const [page = []] = await draw(contentOf({ band: 'Green' }))
    expect(wordsOf(page)).toContain('For George Adams, born 11 September 1970')
    const inWindow = page.filter(
      ({ base, left }) => base < AROUND_WINDOW.bottom && left < AROUND_WINDOW.right,
    )
    expect(wordsOf(inWindow)).not.toContain('1970')
  })

  test('with a comment that is longer than a page loses none of it', async () => {
    const comments = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ')
    const pages = await draw(contentOf({ band: 'Green', comments }), { isLargePrint: true })
    const words = wordsOf(pages.flat())
    for (const n of [0, 300, 600, 899]) expect(words).toContain(`word${n}`)
    for (const { base } of pages.flat()) expect(base).toBeLessThanOrEqual(292)
  })
})

test('a letter to a GP names the birth date of the patient, and no sheet has the closing alone', async () => {
  const facts = {
    patient: {
      name: 'George Adams',
      dateOfBirth: BORN,
      nhsNumber: '9434765919',
      address: TO.slice(1),
    },
    sampledAs: { name: 'Albert Rungin', dateOfBirth: '1970-09-12', nhsNumber: null },
    agreedAt: AT,
    range: '0.0 - 4.0',
    toldBefore: AT,
    accreditation: 'UKAS accredited medical laboratory, number 1234',
    clinician: 'Dr Nkechi Okonkwo-Fotheringham',
  }
  const to = ['Mill Road Surgery', '12 Mill Road', 'Diss', 'IP22 4AA']
  for (const [, content] of LETTERS) {
    const letter = gpLetter(content, facts, { reference: 'Letter 13', to, at: AT })
    const pages = await readPdf(await letterPdf(letter, testCharity))
    expect(wordsOf(pages.flat())).toContain('Born 11 September 1970')
    expect(wordsOf(pages.at(-1) ?? [])).toMatch(
      /If this person is not your patient .*Yours faithfully,/,
    )
  }
})

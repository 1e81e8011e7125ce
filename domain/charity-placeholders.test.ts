import { expect, test } from 'vitest'
import { testCharity } from '../test/app/settings.ts'
import {
  ANY_FACT,
  AS_READ,
  charityJson,
  DIALLED,
  INTERNATIONAL,
  placeholderTexts,
  TAGLINE_IN_SENTENCE,
} from './charity-placeholders.ts'

const texts = new Map(placeholderTexts(testCharity))

test('every placeholder is found in a text, and none stands for two facts', () => {
  const all = [AS_READ, DIALLED, INTERNATIONAL].flatMap((forms) => Object.values(forms))
  expect([...texts.keys()].toSorted()).toEqual([...all, TAGLINE_IN_SENTENCE].toSorted())
  expect(texts.size).toBe(all.length + 1)
  for (const name of texts.keys()) expect(ANY_FACT.exec(`\\n${name}.`)?.[0]).toBe(name)
})

test('a number is read, dialled and written for programs', () => {
  expect(texts.get(AS_READ.medical_line)).toBe('01632 960 127')
  expect(texts.get(DIALLED.medical_line)).toBe('01632960127')
  expect(texts.get(INTERNATIONAL.medical_line)).toBe('+44 1632 960 127')
})

test.each([
  ['Men’s health charity', 'men’s health charity'],
  ['PSA tests for men', 'PSA tests for men'],
  ['Élan for Men', 'élan for Men'],
])('%s is %s within a sentence', (tagline, inSentence) => {
  const charity = { ...testCharity, tagline }
  expect(new Map(placeholderTexts(charity)).get(TAGLINE_IN_SENTENCE)).toBe(inSentence)
})

test('a page has every fact but those that no page shows', () => {
  const {
    pay_invoices_to: _,
    vat_line: __,
    event_warning_title: ___,
    event_warning: ____,
    ...shown
  } = testCharity
  expect(JSON.parse(charityJson(testCharity))).toEqual(shown)
  expect(Object.keys(AS_READ).toSorted()).toEqual(Object.keys(shown).toSorted())
})

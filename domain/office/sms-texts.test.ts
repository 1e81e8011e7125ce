// Every text that the office sends is of GSM characters, so that it takes 160 and not 70, and is in
// no more parts than it was before its English was revised.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testCharity } from '../../test/app/settings.ts'
import { inWords, type Wording } from '../charity.ts'
import { smsLength } from './sms.ts'
import * as texts from './sms-texts.ts'

type Facts = {
  publicUrl: string
  startsAt: Date
  until: Date
  where: string
  reference: string
  pence: number
}

const KEY = 'x'.repeat(22)

const TEXTS = {
  'payment asked': ({ publicUrl, startsAt, until, pence }: Facts) =>
    texts.paymentAskedText({ startsAt, until, pence, link: `${publicUrl}/by-link#pay=${KEY}` }),
  'place held': ({ publicUrl, startsAt, until }: Facts) =>
    texts.placeHeldText({ startsAt, until, link: `${publicUrl}/by-link#invite=${KEY}` }),
  'place begun': ({ publicUrl, startsAt, until }: Facts) =>
    texts.placeHeldText({
      startsAt,
      until,
      link: `${publicUrl}/by-link#invite=${KEY}`,
      by: 'Zoë Ann Łukaszewicz-Montgomery of Bury St Edmunds',
    }),
  'place no longer held': (facts: Facts) =>
    texts.placeNoLongerHeldText({ ...facts, isCancelled: true }),
  booked: texts.bookedText,
  moved: texts.movedText,
  changed: texts.changedText,
  cancelled: texts.cancelledText,
  'cancelled by us': (facts: Facts) => texts.cancelledText({ ...facts, byUs: true }),
  'result to read': ({ publicUrl }: Facts) => texts.resultNewsText({ publicUrl, byLetter: false }),
  'result by letter': ({ publicUrl }: Facts) => texts.resultNewsText({ publicUrl, byLetter: true }),
  'next test': texts.nextTestText,
  preparation: ({ publicUrl, startsAt }: Facts) =>
    texts.preparationAskedText({ startsAt, link: `${publicUrl}/by-link#prepare=${KEY}` }),
  'follow up': ({ publicUrl }: Facts) =>
    texts.followUpAskedText({ link: `${publicUrl}/by-link#follow=${KEY}` }),
  'not attended': texts.notAttendedText,
  'not sampled': (facts: Facts) => texts.notSampledText({ ...facts, isFree: true }),
  'running late': (facts: Facts) => texts.lateText({ ...facts, minutes: 45, isUpdate: true }),
  'on time again': ({ startsAt }: Facts) => texts.lateText({ startsAt, minutes: 0 }),
  'account connected': texts.accountConnectedText,
  'number code': () => texts.numberCodeText({ code: '123456' }),
  'claim waits': ({ publicUrl }: Facts) =>
    texts.claimWaitsText({ link: `${publicUrl}/by-link#claim=${KEY}` }),
  'one member': () => texts.officeMessageText('The doors open at nine.'),
} satisfies Record<string, (facts: Facts) => Wording>

/** The longest weekday and month, and a venue of usual length. */
const EXAMPLE: Facts = {
  publicUrl: 'https://chaps.uk',
  startsAt: new Date('2026-11-25T10:20:00Z'),
  until: new Date('2026-11-24T10:20:00Z'),
  where: 'St Mary’s Community Hall, 12 Station Road, Colchester, CO1 1AA',
  reference: 'ABCD-2345',
  pence: 2_500,
}

/** Of the example, before the English was revised; of a text that came later, as first written. */
const BEFORE: Record<keyof typeof TEXTS, { units: number; parts: number }> = {
  'payment asked': { units: 194, parts: 2 },
  'place held': { units: 250, parts: 2 },
  'place begun': { units: 284, parts: 2 },
  'place no longer held': { units: 190, parts: 2 },
  booked: { units: 181, parts: 2 },
  moved: { units: 186, parts: 2 },
  changed: { units: 192, parts: 2 },
  cancelled: { units: 186, parts: 2 },
  'cancelled by us': { units: 224, parts: 2 },
  'result to read': { units: 105, parts: 1 },
  'result by letter': { units: 93, parts: 1 },
  'next test': { units: 170, parts: 2 },
  preparation: { units: 225, parts: 2 },
  'follow up': { units: 146, parts: 1 },
  'not attended': { units: 152, parts: 1 },
  'not sampled': { units: 195, parts: 2 },
  'running late': { units: 148, parts: 1 },
  'on time again': { units: 128, parts: 1 },
  'account connected': { units: 101, parts: 1 },
  'number code': { units: 136, parts: 1 },
  'claim waits': { units: 156, parts: 1 },
  'one member': { units: 55, parts: 1 },
}

const facts = fc.record({
  publicUrl: fc
    .string({ unit: fc.constantFrom(...'abcxyz'), minLength: 3, maxLength: 40 })
    .map((name) => `https://${name}.uk`),
  startsAt: momentOf(),
  until: momentOf(),
  where: fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({ unit: fc.constantFrom(...'Tŷ ’‘“”–…é\t€{'), maxLength: 60 }),
  ),
  reference: fc.constant(EXAMPLE.reference),
  pence: fc.integer({ min: 1, max: 99_999 }),
})

function momentOf() {
  return fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2035-12-31T23:59:00Z'),
    noInvalidDate: true,
  })
}

describe.each(Object.entries(TEXTS))('%s', (name, textOf) => {
  const before = BEFORE[name as keyof typeof TEXTS]

  test('is of GSM characters whatever the office typed, and in no more parts than before', () => {
    const ofExample = lengthOf(textOf(EXAMPLE)).units
    fc.assert(
      fc.property(facts, (some) => {
        const { alphabet, units, parts } = lengthOf(textOf(some))
        expect(alphabet).toBe('gsm')
        expect(inWords(textOf(some), testCharity)).not.toContain('[object')
        // The same facts are in both.
        expect(parts).toBeLessThanOrEqual(partsOf(before.units + units - ofExample))
      }),
      { numRuns: 300 },
    )
  })

  test('has the parts of before in the example', () => {
    expect(partsOf(before.units)).toBe(before.parts)
    expect(lengthOf(textOf(EXAMPLE)).parts).toBeLessThanOrEqual(before.parts)
  })
})

function lengthOf(text: Wording) {
  return smsLength(inWords(text, testCharity))
}

function partsOf(units: number): number {
  return smsLength('a'.repeat(units)).parts
}

test('every text of the office is here', () => {
  const exported = Object.entries(texts).filter(([name]) => name.endsWith('Text'))
  const made: unknown[] = Object.values(TEXTS)
  const source = made.map(String).join('\n')
  const missing = exported.filter(([name, text]) => !source.includes(name) && !made.includes(text))
  expect(missing).toEqual([])
})

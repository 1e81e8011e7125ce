import { expect, test } from 'vitest'
import { LIMITS_OF_THE_TEST } from './limits-of-the-test.ts'
import { RAISED_LIMITS, RAISED_WORDS, raisedBand } from './raised-results.ts'

const said = (band: 'Red' | 'Amber') =>
  JSON.stringify([
    RAISED_WORDS[band],
    RAISED_WORDS[band].say({ test: '1 May 2027', found: '9 ng/ml' }),
    RAISED_LIMITS[band],
  ])

test('red asks for a GP within two weeks wherever it speaks of what to do', () => {
  const { next, say } = RAISED_WORDS.Red
  const words = [next, say({ test: '', found: '' }), RAISED_LIMITS.Red]
  for (const text of words) expect(text).toContain('within 2 weeks')
  expect(said('Red')).not.toContain('3 months')
})

test('amber asks for a repeat in three months, and says which signs do not wait', () => {
  expect(RAISED_WORDS.Amber.next).toContain('in 3 months')
  expect(said('Amber')).not.toContain('2 weeks')
  expect(RAISED_WORDS.Amber.sooner).toContain('See your GP now')
})

test.each(['Red', 'Amber'] as const)('%s is no diagnosis, and has no generic limits', (band) => {
  expect(said(band)).toContain('It does not mean that you have cancer')
  expect(said(band)).not.toContain(LIMITS_OF_THE_TEST)
  expect(said(band)).not.toMatch(/\b(just|simply|good chance|fight|battle)\b/i)
})

test('the words for the receptionist have the day and the value', () => {
  const words = RAISED_WORDS.Red.say({ test: '1 May 2027', found: '9.1 ng/ml' })
  expect(words).toContain('on 1 May 2027. The result was 9.1 ng/ml.')
})

test('only red and amber are raised', () => {
  expect(
    (['Red', 'Amber', 'Green', null, undefined] as const).map((band) => raisedBand(band)),
  ).toEqual(['Red', 'Amber', null, null, null])
})

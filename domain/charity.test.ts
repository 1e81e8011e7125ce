import { expect, test } from 'vitest'
import { testCharity as charity } from '../test/app/settings.ts'
import { inWords, joinLines, OUR, type Wording, wording } from './charity.ts'

test('a wording reads with the facts of the day, also inside another', () => {
  const callUs = wording`call us on ${OUR.booking_helpline}`
  const text = wording`${'Please'} ${callUs} within ${2} days, ${OUR.helpline_hours}.`
  expect(inWords(text, charity)).toBe(
    'Please call us on 0808 157 0142 within 2 days, Monday to Friday, 9am to 5pm.',
  )
  expect(inWords(text, { ...charity, booking_helpline: '0800 1' })).toContain('on 0800 1 within')
})

test('lines of wordings stand one below the other', () => {
  const lines = ['One.', wording`Call ${OUR.booking_helpline}.`, 'Two.']
  expect(inWords(joinLines(lines), charity)).toBe('One.\nCall 0808 157 0142.\nTwo.')
  expect(inWords(joinLines([]), charity)).toBe('')
})

test('what somebody typed is never read as a fact', () => {
  const typed = 'OUR.medical_line {"our":"medical_line"} medical_line'
  expect(inWords(wording`They wrote: ${typed}`, charity)).toBe(`They wrote: ${typed}`)
})

test('the compiler refuses a wording, a fact and what may be a wording in a plain text', () => {
  const callUs = wording`call us on ${OUR.booking_helpline}`
  const plain = (either: Wording) => [
    // @ts-expect-error a wording
    `Please ${callUs}.`,
    // @ts-expect-error a fact
    `Call ${OUR.booking_helpline}.`,
    // @ts-expect-error perhaps a text, perhaps a wording
    `Please ${either}.`,
  ]
  expect(plain('call us')[2]).toBe('Please call us.')
})

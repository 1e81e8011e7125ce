import { describe, expect, it } from 'vitest'
import { confirmedNumber, nhsErrors } from './nhs-typed-twice.ts'

const SOUND = '999 100 0003'
const typing = { number: false, again: false }
const bothLeft = { number: true, again: true }
const none = { number: undefined, again: undefined }

describe('an NHS number typed twice', () => {
  it('is confirmed when both are the same ten digits, with or without spaces and dashes', () => {
    expect(confirmedNumber({ number: SOUND, again: '999-1000003' })).toBe('9991000003')
    expect(nhsErrors({ number: SOUND, again: '999-1000003' }, bothLeft)).toEqual(none)
  })

  it('is not confirmed while a field is empty, short, different or holds letters', () => {
    for (const again of ['', '999 100', '999 100 0004', 'x9991000003']) {
      expect(confirmedNumber({ number: SOUND, again })).toBeNull()
    }
    expect(confirmedNumber({ number: '999', again: '999' })).toBeNull()
    expect(confirmedNumber({ number: 'x', again: 'x' })).toBeNull()
    expect(confirmedNumber({ number: '', again: '' })).toBeNull()
  })

  it('shows the error for letters or an eleventh digit at once', () => {
    const words = 'Please enter only digits (max 10).'
    const typed = { number: '999a', again: '99910000031' }
    expect(nhsErrors(typed, typing)).toEqual({ number: words, again: words })
  })

  it('shows the error for numbers that cannot match at once', () => {
    expect(nhsErrors({ number: SOUND, again: '998' }, typing).again).toBe(
      'NHS numbers do not match!',
    )
  })

  it('that is still being typed is no mismatch until the field is left', () => {
    const typed = { number: SOUND, again: '999 10' }
    expect(nhsErrors(typed, typing)).toEqual(none)
    expect(nhsErrors(typed, bothLeft).again).toBe('NHS numbers do not match!')
  })

  it('of fewer than ten digits is an error once it has been left', () => {
    const typed = { number: '999 10', again: '999 10' }
    expect(nhsErrors(typed, typing)).toEqual(none)
    expect(nhsErrors(typed, bothLeft)).toEqual({
      number: 'NHS number must be 10 digits.',
      again: undefined,
    })
  })

  it('is not complained of before anything is typed', () => {
    expect(nhsErrors({ number: '', again: '' }, bothLeft)).toEqual(none)
    expect(nhsErrors({ number: SOUND, again: '' }, bothLeft)).toEqual(none)
  })
})

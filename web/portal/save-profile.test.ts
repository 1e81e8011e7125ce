import { describe, expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import {
  nhsAgainErrors,
  type ProfileError,
  readProfile,
  SIGNED_OUT,
  saveProblem,
  shownErrors,
} from './save-profile.ts'

describe('a profile that was not saved', () => {
  test('because of the age has an error at the date of birth', () => {
    const refused = new ApiError(400, { code: 'age_out_of_range', error: 'x' })
    const message = 'You must be between 40 and 80 years old to register.'
    expect(saveProblem(refused)).toEqual({ errors: [{ field: 'date_of_birth', message }] })
  })

  test('because of invalid fields has errors at those fields', () => {
    const fields = [
      { field: 'phone', message: 'This field is required.' },
      { field: 'email', message: 'no field of this form' },
      null,
    ]
    const refused = new ApiError(400, { code: 'invalid_request', error: 'x', fields })
    expect(saveProblem(refused)).toEqual({
      errors: [{ field: 'phone', message: 'This field is required.' }],
    })
  })

  test.each([
    ['a server that is away', new ApiError(503, { code: 'busy', error: 'x' })],
    ['no network', new TypeError('Failed to fetch')],
  ])('for %s has an error for the whole form', (_, error) => {
    expect(saveProblem(error)).toEqual({
      sentence: expect.stringMatching(/could not be saved.*try again/),
    })
  })

  test('because the session has ended asks the member to sign in', () => {
    const refused = new ApiError(401, { code: 'sign_in_required', error: 'x' })
    expect(saveProblem(refused)).toBe(SIGNED_OUT)
  })
})

describe('a billing address', () => {
  const form = (entries: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(entries)) data.set(name, value)
    return data
  }

  test('is the home address when that is ticked', () => {
    const data = form({ home_address: '1 Hill', billed_at_home: 'on' })
    expect(readProfile(data).billing_address).toBe('1 Hill')
  })

  test('is the typed address otherwise', () => {
    const data = form({ home_address: '1 Hill', billing_address: '2 Mill' })
    expect(readProfile(data).billing_address).toBe('2 Mill')
  })

  test('has no error while its field is hidden', () => {
    const errors: ProfileError[] = [
      { field: 'home_address', message: 'x' },
      { field: 'billing_address', message: 'x' },
    ]
    expect(shownErrors(errors, form({ billed_at_home: 'on' }))).toEqual(errors.slice(0, 1))
    expect(shownErrors(errors, form({}))).toEqual(errors)
  })
})

describe('an NHS number that was changed', () => {
  const member = { nhsNumber: '9990000018' }
  const typed = (nhs_number: string, nhs_number_again = '') => {
    const data = new FormData()
    data.set('nhs_number', nhs_number)
    data.set('nhs_number_again', nhs_number_again)
    return nhsAgainErrors(data, member)
  }
  test('must be the same in both fields', () => {
    const wrong = [{ field: 'nhs_number_again', message: 'NHS numbers do not match!' }]
    expect(typed('999 000 0026')).toEqual(wrong)
    expect(typed('999 000 0026', '999 000 0018')).toEqual(wrong)
    expect(typed('999 000 0026', '9990000026')).toEqual([])
  })

  test('is not typed twice when it is unchanged or removed', () => {
    expect(typed('999 000 0018')).toEqual([])
    expect(typed('')).toEqual([])
  })
})

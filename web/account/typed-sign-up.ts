import type { SignUpField } from '../../domain/sign-up.ts'
import { forgetSearchedPostcode, searchedPostcode } from '../searched-postcode.ts'

const KEY = 'sign-up-typed'
/** Neither a password, nor the NHS number, nor the ethnic group. */
const KEPT = [
  'firstName',
  'lastName',
  'latinFirstName',
  'latinLastName',
  'address1',
  'address2',
  'town',
  'postCode',
  'country',
  'occupation',
  'gender',
  'dateOfBirth',
  'phoneNumber',
  'email',
] as const satisfies readonly SignUpField[]
export type TypedSignUp = Partial<Record<(typeof KEPT)[number], string>>

/**
 * What was typed into the form in this tab before Back, a reload or a visit to another app, and the
 * postcode of a search.
 */
export function typedSignUp(): TypedSignUp {
  const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  const searched = searchedPostcode()
  const typed: TypedSignUp = Object.fromEntries(
    KEPT.flatMap((field) => {
      const value: unknown = Reflect.get(Object(stored), field)
      return typeof value === 'string' ? [[field, value]] : []
    }),
  )
  return searched === null ? typed : { postCode: searched, ...typed }
}

export function keepTyped(name: string, value: string): void {
  const field = KEPT.find((kept) => kept === name)
  if (!field) return
  sessionStorage.setItem(KEY, JSON.stringify({ ...typedSignUp(), [field]: value }))
}

export function forgetTyped(): void {
  sessionStorage.removeItem(KEY)
  forgetSearchedPostcode()
}

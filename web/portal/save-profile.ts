import type { UserProfile } from '../../domain/contract.ts'
import {
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileForm,
  profileUpdateOf,
} from '../../domain/profile.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { readText } from '../account/form-words.ts'
import { ApiRefused, send } from '../api.ts'
import { reportFault } from '../report-fault.ts'

/** Why a profile was not saved: what is wrong with which fields, or a sentence about the whole. */
export type SaveTrouble =
  | { errors: { field: ProfileField; message: string }[] }
  | { sentence: string }

/** The form as it was filled in. */
export function readProfile(data: FormData): ProfileForm {
  const read = (field: ProfileField) => readText(data, field)
  return {
    first_name: read('first_name'),
    last_name: read('last_name'),
    gender: read('gender'),
    date_of_birth: read('date_of_birth'),
    ethnicity: read('ethnicity'),
    occupation: read('occupation'),
    phone: read('phone'),
    home_address: read('home_address'),
    billing_address: read('billing_address'),
    nhs_number: read('nhs_number'),
  }
}

/** Saves the profile (spec §7); null when it is saved. A failure is logged (spec §8). Never rejects. */
export async function saveProfile(
  form: ProfileForm,
  { email }: Pick<UserProfile, 'email'>,
): Promise<SaveTrouble | null> {
  try {
    const body = profileUpdateOf(form)
    const { status } = await send('PUT /api/auth/profile', { query: { email }, body })
    if (status !== 'success') throw new Error('the profile was answered without success')
    return null
  } catch (error) {
    const trouble = saveTrouble(error)
    if (!('errors' in trouble)) reportFault('Failed to update profile', error)
    return trouble
  }
}

/** What a failure to save says, and where. */
export function saveTrouble(error: unknown): SaveTrouble {
  if (!(error instanceof ApiRefused)) return NOT_SAVED
  if (error.code === 'age_out_of_range') {
    const message = refusalSentence('age_out_of_range')
    return { errors: [{ field: 'date_of_birth', message }] }
  }
  const errors = refusedFields(error.body.fields)
  if (errors.length > 0) return { errors }
  return error.status === 401 ? SIGNED_OUT : NOT_SAVED
}

const NOT_SAVED: SaveTrouble = {
  sentence:
    'Your changes could not be saved. They are still on this page: please try again in a moment.',
}
/** His session is over; what he typed waits until he has signed in again in another tab. */
export const SIGNED_OUT: SaveTrouble = {
  sentence:
    'You have been signed out. Your changes are still on this page: please sign in again, then save them.',
}

function refusedFields(fields: unknown): { field: ProfileField; message: string }[] {
  if (!Array.isArray(fields)) return []
  return fields.flatMap((told) => {
    const { field, message }: Record<string, unknown> = Object(told)
    const known = PROFILE_FIELDS.find((name) => name === field)
    return known && typeof message === 'string' ? [{ field: known, message }] : []
  })
}

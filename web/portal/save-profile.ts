import type { ProfileUpdate, UserProfile } from '../../domain/contract.ts'
import { mapValues, namesOf } from '../../domain/fields.ts'
import { PROFILE_FIELDS, type ProfileField } from '../../domain/member-fields.ts'
import { onlyNhsDigits } from '../../domain/nhs-number.ts'
import { changedNhsNumber, type ProfileForm, profileUpdateOf } from '../../domain/profile.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { ApiError, send } from '../api.ts'
import { NO_MATCH } from '../booking/nhs-typed-twice.ts'
import { unlessOffline } from '../offline.ts'
import { reportClientError } from '../report-error.ts'
import { readText } from '../ui/form-text.ts'

export type FormField = ProfileField | typeof NHS_AGAIN
export const NHS_AGAIN = 'nhs_number_again'
/** The checkbox that makes the home address the billing address. */
export const BILLED_AT_HOME = 'billed_at_home'
export type ProfileError = { field: FormField; message: string }

export type SaveProblem = { errors: ProfileError[] } | { sentence: string }

export function readProfile(data: FormData): ProfileForm {
  const read = (field: ProfileField) => readText(data, field)
  return {
    ...mapValues(PROFILE_FIELDS, (_, field) => read(field)),
    billing_address: read(data.has(BILLED_AT_HOME) ? 'home_address' : 'billing_address'),
  }
}

/** Without billing address errors while the field is hidden. */
export function shownErrors(errors: ProfileError[], data: FormData): ProfileError[] {
  return errors.filter(({ field }) => field !== 'billing_address' || !data.has(BILLED_AT_HOME))
}

/** An error unless a changed NHS number is the same in both fields (rules §2.3). */
export function nhsAgainErrors(
  data: FormData,
  member: Pick<UserProfile, 'nhsNumber'>,
): ProfileError[] {
  const number = changedNhsNumber(readText(data, 'nhs_number'), member)
  if (number === null || number === onlyNhsDigits(readText(data, NHS_AGAIN))) return []
  return [{ field: NHS_AGAIN, message: NO_MATCH }]
}

/** Null on success. Never rejects. A changed NHS number is sent again alone to confirm it (rules §2.5). */
export async function saveProfile(
  form: ProfileForm,
  member: Pick<UserProfile, 'email' | 'nhsNumber'>,
): Promise<SaveProblem | null> {
  try {
    await put(member.email, profileUpdateOf(form))
    const nhs_number = changedNhsNumber(form.nhs_number, member)
    if (nhs_number !== null) await put(member.email, { nhs_number })
    return null
  } catch (error) {
    const problem = saveProblem(error)
    if (!('errors' in problem)) reportClientError('Failed to update profile', error)
    return problem
  }
}

async function put(email: string, body: Omit<ProfileUpdate, 'email'>): Promise<void> {
  const { status } = await send('PUT /api/auth/profile', { query: { email }, body })
  if (status !== 'success') throw new Error('the profile was answered without success')
}

export function saveProblem(error: unknown): SaveProblem {
  if (!(error instanceof ApiError)) return notSaved()
  if (error.code === 'age_out_of_range') {
    const message = refusalSentence('age_out_of_range')
    return { errors: [{ field: 'date_of_birth', message }] }
  }
  const errors = refusedFields(error.body.fields)
  if (errors.length > 0) return { errors }
  return error.status === 401 ? SIGNED_OUT : notSaved()
}

const notSaved = (): SaveProblem => ({
  sentence: unlessOffline(
    'Your changes could not be saved. They are still on this page: please try again in a moment.',
  ),
})
/** The entries stay on the page while the member signs in again in another tab. */
export const SIGNED_OUT: SaveProblem = {
  sentence:
    'You have been signed out. Your changes are still on this page: please sign in again, then save them.',
}

function refusedFields(fields: unknown): ProfileError[] {
  if (!Array.isArray(fields)) return []
  return fields.flatMap((entry) => {
    const { field, message }: Record<string, unknown> = Object(entry)
    const known = namesOf(PROFILE_FIELDS).find((name) => name === field)
    return known && typeof message === 'string' ? [{ field: known, message }] : []
  })
}

import type { AuthError } from '@supabase/auth-js'
import { mapValues } from '../../domain/fields.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import {
  profileOf,
  SIGN_UP_FIELDS,
  type SignUpField,
  type SignUpForm,
} from '../../domain/sign-up.ts'
import { ApiError, send } from '../api.ts'
import { authClient } from '../auth-client.ts'
import { authErrorText, readText, unexpected, weakPasswordOf } from '../ui/form-text.ts'
import { withFrom } from './return-path.ts'
import { storeSignUp } from './stored-sign-up.ts'

/** Without a session its address must be confirmed by mail. */
export type Account = { userId: string; email: string; hasSession: boolean }

/** Without `field`, an error of the whole form. */
export type Problem = {
  field?: SignUpField
  message: string
  /** Of an account that the email has. */
  email?: string
}

export function readSignUp(data: FormData): SignUpForm {
  const form = mapValues(SIGN_UP_FIELDS, (_, field) => readText(data, field))
  return { ...form, email: form.email.trim().toLowerCase() }
}

/** Never rejects. */
export async function createAccount(
  form: SignUpForm,
  from: string | null,
): Promise<{ account: Account } | { problem: Problem }> {
  try {
    const client = await authClient()
    const { data, error } = await client.signUp({
      email: form.email,
      password: form.password,
      options: {
        data: namesOf(form),
        emailRedirectTo: location.origin + withFrom('/login', from),
      },
    })
    if (error) return { problem: accountProblem(error, form.email) }
    if (!data.user) return { problem: { message: unexpected() } }
    const { id: userId } = data.user
    if (!data.session) storeSignUp(userId)
    return { account: { userId, email: form.email, hasSession: data.session !== null } }
  } catch {
    return { problem: { message: unexpected() } }
  }
}

/** Without what was not asked for. */
function namesOf(form: SignUpForm): Record<string, string> {
  const display_name = `${form.firstName.trim()} ${form.lastName.trim()}`.trim()
  const phone = form.phoneNumber.trim()
  return { ...(display_name && { display_name }), ...(phone && { phone }) }
}

/** Null on success. Never rejects. */
export async function createProfile(form: SignUpForm, account: Account): Promise<Problem | null> {
  try {
    const body = profileOf({ ...form, email: account.email }, account.userId)
    const { status } = await send('POST /api/auth/profile', { body })
    return status === 'success' ? null : { message: NO_PROFILE }
  } catch (error) {
    if (!(error instanceof ApiError)) return { message: unexpected() }
    if (error.code === 'age_out_of_range') return { field: 'dateOfBirth', message: AGE_WORDS }
    return { message: NO_PROFILE }
  }
}

/** Whether the error also has a dialog. */
export function isAgeError({ field, message }: { field: string; message: string }): boolean {
  return field === 'dateOfBirth' && message === AGE_WORDS
}

const NO_PROFILE = 'Error creating user profile'
const AGE_WORDS = refusalSentence('age_out_of_range')

function accountProblem(error: AuthError, email: string): Problem {
  const weak = weakPasswordOf(error)
  if (weak) return { field: 'password', message: weak }
  const message = authErrorText(error)
  if (error.code === 'user_already_exists') return { field: 'email', message, email }
  return error.code === 'email_address_invalid' ? { field: 'email', message } : { message }
}

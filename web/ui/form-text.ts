import type { AuthError } from '@supabase/auth-js'
import { weakPasswordText } from '../../domain/passwords.ts'
import { unlessOffline } from '../offline.ts'

/** '' when the form has no such field. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

/** Of a failure without a message of its own. */
export const unexpected = () => unlessOffline(UNEXPECTED)

export const PROFILE_NOT_LOADED = 'Failed to fetch user profile. Please log in again.'

/** The service's own message. */
export function authErrorText(error: { name: string; message: string; code?: unknown }): string {
  if (error.code === 'current_password_required') return 'Enter your password to make this change.'
  if (error.code === 'reauthentication_needed') return 'Please sign out and sign in again first.'
  // The message would be the network's ('Failed to fetch').
  return error.name === 'AuthRetryableFetchError' ? unexpected() : error.message
}

/** Null for any other error. */
export function weakPasswordOf(error: AuthError): string | null {
  if (error.code !== 'weak_password') return null
  return weakPasswordText('reasons' in error && isTexts(error.reasons) ? error.reasons : [])
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

import type { AuthError } from '@supabase/auth-js'
import { CHARITY_NAME } from '../../content/charity.ts'
import { withPasswordCheck } from '../account/with-password-check.ts'
import { authClient } from '../auth-client.ts'
import { authErrorText, unexpected } from '../ui/form-text.ts'

/** An unverified app; `uri` is for the QR code. */
export type NewApp = { id: string; secret: string; uri: string }

export type Result<T> = { value: T } | { problem: string }

/** Enrols an app and removes unfinished enrolments. Never rejects. */
export function beginSetUp(): Promise<Result<NewApp>> {
  return toResult(async () => {
    const { mfa } = await authClient()
    const { data: factors, error: listError } = await mfa.listFactors()
    if (listError) throw listError
    for (const { id, status } of factors.all) {
      if (status === 'unverified') await mfa.unenroll({ factorId: id })
    }
    const app = { friendlyName: 'Authenticator app', issuer: CHARITY_NAME } as const
    const { data, error } = await withPasswordCheck(() =>
      mfa.enroll({ factorType: 'totp', ...app }),
    )
    if (error) throw error
    return { id: data.id, secret: data.totp.secret, uri: data.totp.uri }
  })
}

/** Null on success, 'wrong' for a wrong code, else an error message. */
export async function endSetUp({ id }: NewApp, code: string): Promise<'wrong' | string | null> {
  try {
    const { mfa } = await authClient()
    const { error } = await mfa.challengeAndVerify({ factorId: id, code })
    if (error?.code === 'mfa_verification_failed') return 'wrong'
    return error && setUpText(error)
  } catch {
    return unexpected()
  }
}

/** Replaces existing codes. Never rejects. */
export function newRecoveryCodes(): Promise<Result<string[]>> {
  return toResult(async () => {
    const { recoveryCodes } = (await authClient()).mfa
    const first = await withPasswordCheck(() => recoveryCodes.generate())
    const exist = first.error?.code === 'mfa_verified_factor_exists'
    const made = exist ? await withPasswordCheck(() => recoveryCodes.regenerate()) : first
    if (made.error) throw made.error
    return made.data.codes
  })
}

/** The number of unused recovery codes; null when unknown, as for a service without them. */
export async function codesLeft(): Promise<number | null> {
  try {
    const { data, error } = await (await authClient()).mfa.recoveryCodes.getStatus()
    if (error?.code === 'mfa_factor_not_found') return 0
    return data?.remaining ?? null
  } catch {
    return null
  }
}

/** Also removes the recovery codes. Returns an error message, or null. */
export async function switchOff(): Promise<string | null> {
  const done = await toResult(async () => {
    const client = await authClient()
    const { data, error } = await client.mfa.listFactors()
    if (error) throw error
    for (const { id: factorId } of data.totp) {
      const { error } = await withPasswordCheck(() => client.mfa.unenroll({ factorId }))
      if (error) throw error
    }
    // The session reflects the change only after a refresh.
    await client.refreshSession()
    return null
  })
  return 'problem' in done ? done.problem : null
}

/** A recovery code in groups of four: 'k4m9-x7qp-2ab8'. */
export function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

async function toResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { problem: isAuthError(error) ? setUpText(error) : unexpected() }
  }
}

function isAuthError(error: unknown): error is AuthError {
  return error instanceof Error && '__isAuthError' in error
}

function setUpText(error: AuthError): string {
  if (error.status === 429) return 'Too many tries. Please wait a few minutes, then try again.'
  if (error.code === 'mfa_factor_not_found') return 'This has timed out. Please start again.'
  if (error.code === 'insufficient_aal') return 'Please sign in again with your app first.'
  return authErrorText(error)
}

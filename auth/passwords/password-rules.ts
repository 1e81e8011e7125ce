import { AuthError, validationFailed } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'
import type { Account } from '../user.ts'
import { isEasyToGuess, wordsIn } from './easy-to-guess.ts'

const MAX_BYTES = 72
/** Of letters with more than one byte too (ASVS 6.2.9). */
const MAX_LETTERS = 64
const MAX_TEXT_LENGTH = 100

type PasswordRule = { minLength: number; words: string[] }

type Owner = Pick<Account, 'email' | 'phone' | 'userMetadata' | 'appMetadata'>
type Settings = Pick<
  AuthSettings,
  | 'siteName'
  | 'passwordMinLength'
  | 'deniedPasswords'
  | 'secondFactorFlag'
  | 'secondFactorPasswordMinLength'
>

export function passwordRule(settings: Settings, owner: Owner): PasswordRule {
  const { email, phone, userMetadata } = owner
  const texts = Object.values(userMetadata).filter((value) => typeof value === 'string')
  const ownTexts = [withoutEnding(email ?? ''), phone ?? '', ...texts]
  const words = [settings.siteName, ...settings.deniedPasswords, ...ownTexts]
    .filter((text) => text.length <= MAX_TEXT_LENGTH)
    .flatMap(wordsIn)
  return { minLength: minLengthOf(settings, owner), words }
}

/**
 * At most 72 bytes, bcrypt's limit, or 64 characters, whatever letters they are. Throws 422.
 */
export function checkNewPassword(password: string, { minLength, words }: PasswordRule): void {
  if (Buffer.byteLength(password) > MAX_BYTES && [...password].length > MAX_LETTERS)
    throw validationFailed('Password cannot be longer than 72 characters')
  checkLength(password, minLength)
  if (isEasyToGuess(password, words))
    throw weak(
      'Password is known to be weak and easy to guess, please choose a different one.',
      'pwned',
    )
}

/** Whether the rules, which may have changed, would refuse this password today. */
export function isTooWeak(password: string, { minLength, words }: PasswordRule): boolean {
  return [...password].length < minLength || isEasyToGuess(password, words)
}

/** Throws 422 weak_password; the user sets a new password by a mailed link. */
export function checkLengthAtSignIn(
  settings: Settings,
  { owner, password }: { owner: Owner; password: string },
): void {
  if (requiresSecondFactor(settings, owner)) checkLength(password, minLengthOf(settings, owner))
}

function requiresSecondFactor(
  { secondFactorFlag: flag }: Pick<AuthSettings, 'secondFactorFlag'>,
  { appMetadata }: WithAppMetadata,
): boolean {
  return flag !== '' && appMetadata[flag] === true
}

type WithAppMetadata = Pick<Account, 'appMetadata'>

export function isSecondFactorNewlyRequired(
  settings: Settings,
  before: WithAppMetadata,
  after: WithAppMetadata,
): boolean {
  return requiresSecondFactor(settings, after) && !requiresSecondFactor(settings, before)
}

function minLengthOf(settings: Settings, owner: Owner): number {
  const { passwordMinLength, secondFactorPasswordMinLength } = settings
  const isRequired = requiresSecondFactor(settings, owner)
  return isRequired ? Math.max(passwordMinLength, secondFactorPasswordMinLength) : passwordMinLength
}

function checkLength(password: string, minLength: number): void {
  if ([...password].length < minLength)
    throw weak(`Password should be at least ${minLength} characters.`, 'length')
}

function withoutEnding(email: string): string {
  return email.replace(/\.[^.@]*$/, '')
}

function weak(message: string, reason: 'length' | 'pwned'): AuthError {
  return new AuthError(422, 'weak_password', message, {
    extra: { weak_password: { reasons: [reason] } },
  })
}

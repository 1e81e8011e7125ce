import type { AuthSettings } from '../deps.ts'
import { AuthRefused, validationFailed } from '../refused.ts'
import type { Account } from '../user.ts'
import { isEasyToGuess, wordsIn } from './easy-to-guess.ts'

const LONGEST_BYTES = 72
const LONGEST_TEXT = 100

/** Shortest password in characters, and the words that make one easy to guess. */
export type PasswordRule = { minLength: number; words: string[] }

type Owner = Pick<Account, 'email' | 'phone' | 'userMetadata' | 'appMetadata'>
type Settings = Pick<
  AuthSettings,
  | 'siteName'
  | 'passwordMinLength'
  | 'deniedPasswords'
  | 'secondFactorDemandedBy'
  | 'secondFactorPasswordMinLength'
>

/** The rule for a new password of this account: words are the site's and its owner's own. */
export function passwordRule(settings: Settings, owner: Owner): PasswordRule {
  const { email, phone, userMetadata } = owner
  const texts = Object.values(userMetadata).filter((value) => typeof value === 'string')
  const own = [withoutEnding(email ?? ''), phone ?? '', ...texts]
  const words = [settings.siteName, ...settings.deniedPasswords, ...own]
    .filter((text) => text.length <= LONGEST_TEXT)
    .flatMap(wordsIn)
  return { minLength: minLengthOf(settings, owner), words }
}

/**
 * Throws when a new password may not be used: over 72 bytes (bcrypt's limit, so that accounts can
 * move), too short, or one of the first that a guesser tries. Any characters will do.
 */
export function checkNewPassword(password: string, { minLength, words }: PasswordRule): void {
  if (Buffer.byteLength(password) > LONGEST_BYTES)
    throw validationFailed('Password cannot be longer than 72 characters')
  checkLength(password, minLength)
  if (isEasyToGuess(password, words))
    throw weak(
      'Password is known to be weak and easy to guess, please choose a different one.',
      'pwned',
    )
}

/**
 * Throws 422 weak_password for the right password of an account that must have a second factor and a
 * longer password: a new one is chosen by the link of a mail.
 */
export function checkLengthAtSignIn(
  settings: Settings,
  { owner, password }: { owner: Owner; password: string },
): void {
  if (mustHaveSecondFactor(settings, owner)) checkLength(password, minLengthOf(settings, owner))
}

/** Whether app_metadata say that the account must have a second factor. */
function mustHaveSecondFactor(
  { secondFactorDemandedBy: name }: Pick<AuthSettings, 'secondFactorDemandedBy'>,
  { appMetadata }: Demanded,
): boolean {
  return name !== '' && appMetadata[name] === true
}

type Demanded = Pick<Account, 'appMetadata'>

/** Whether a change of app_metadata begins to ask for a second factor. */
export function isNewlyDemanded(settings: Settings, before: Demanded, after: Demanded): boolean {
  return mustHaveSecondFactor(settings, after) && !mustHaveSecondFactor(settings, before)
}

function minLengthOf(settings: Settings, owner: Owner): number {
  const { passwordMinLength, secondFactorPasswordMinLength } = settings
  const isLonger = mustHaveSecondFactor(settings, owner)
  return isLonger ? Math.max(passwordMinLength, secondFactorPasswordMinLength) : passwordMinLength
}

function checkLength(password: string, minLength: number): void {
  if ([...password].length < minLength)
    throw weak(`Password should be at least ${minLength} characters.`, 'length')
}

/** An address without '.org' and the like, which says nothing of its owner. */
function withoutEnding(email: string): string {
  return email.replace(/\.[^.@]*$/, '')
}

function weak(message: string, reason: 'length' | 'pwned'): AuthRefused {
  return new AuthRefused(422, 'weak_password', message, {
    extra: { weak_password: { reasons: [reason] } },
  })
}

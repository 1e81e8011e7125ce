import { COMMON_PASSWORDS } from './common-passwords.ts'
import { AuthRefused, validationFailed } from './refused.ts'

const LONGEST_BYTES = 72
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Throws when a new password may not be used: over 72 bytes (bcrypt's limit, so that accounts can
 * move), too short, or one of the first that a guesser tries. Any characters will do.
 */
export function checkNewPassword(
  password: string,
  { email, minLength, denied }: { email: string; minLength: number; denied: string[] },
): void {
  if (Buffer.byteLength(password) > LONGEST_BYTES)
    throw validationFailed('Password cannot be longer than 72 characters')
  if ([...password].length < minLength)
    throw weak(`Password should be at least ${minLength} characters.`, 'length')
  if (isEasyToGuess(password, email, denied))
    throw weak(
      'Password is known to be weak and easy to guess, please choose a different one.',
      'pwned',
    )
}

function isEasyToGuess(password: string, email: string, denied: string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size <= 2 || isAlongTheKeyboard(plain)) return true
  if (plain === email || plain === email.slice(0, email.lastIndexOf('@'))) return true
  const words = new Set(denied.map((word) => word.toLowerCase()))
  return spellings(plain).some((word) => COMMON_PASSWORDS.has(word) || words.has(word))
}

// 'P@ssw0rd2024!' is 'password' to a guesser: up to four digits or signs at the end add nothing.
function spellings(plain: string): string[] {
  const bare = plain.replace(/[^\p{L}]{1,4}$/u, '')
  return [plain, bare, unleet(plain), unleet(bare)]
}

function unleet(word: string): string {
  return [...word].map((sign) => LEET[sign] ?? sign).join('')
}

function isAlongTheKeyboard(plain: string): boolean {
  return ROWS.some((row) => {
    const backwards = [...row].reverse().join('')
    return [row, backwards].some((way) => way.repeat(2).includes(plain))
  })
}

function weak(message: string, reason: 'length' | 'pwned'): AuthRefused {
  return new AuthRefused(422, 'weak_password', message, {
    extra: { weak_password: { reasons: [reason] } },
  })
}

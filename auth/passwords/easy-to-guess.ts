import { COMMON_PASSWORDS, LEAKED_PASSWORDS } from './common-passwords.ts'

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
const MIN_WORD_LENGTH = 3
const MIN_OWN_LETTERS = 4

/** Common, a keyboard run, or little more than `words` of the site and the user. */
export function isEasyToGuess(password: string, words: string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size <= 2 || isKeyboardRun(plain)) return true
  const readings = [plain, unleet(plain), unleet(plain.replaceAll('1', 'i'))]
  if (readings.some((reading) => isListed(reading) || isListed(withoutSuffix(plain, reading))))
    return true
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length)
  return readings.some((reading) => consistsOf(longestFirst, { plain, reading }))
}

export function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  const parts = plain.split(/[^\p{L}\p{N}]+/u)
  const letters = parts.map((part) => part.replace(/\P{L}+/gu, ''))
  return [...parts, ...letters, parts.join('')].filter((word) => word.length >= MIN_WORD_LENGTH)
}

function consistsOf(
  words: string[],
  { plain, reading }: { plain: string; reading: string },
): boolean {
  const masked = words.reduce(
    (rest, word) => rest.replaceAll(word, ' '.repeat(word.length)),
    reading,
  )
  if (masked === reading) return false
  const rest = plain.split('').map((char, at) => {
    if (masked[at] === ' ' && reading[at] !== ' ') return ' '
    return /\p{L}/u.test(char) ? char : ''
  })
  const parts = rest.join('').split(' ').filter(Boolean)
  return parts.join('').length < MIN_OWN_LETTERS || parts.every((part) => isCommon(part))
}

function isListed(word: string): boolean {
  return isCommon(word) || LEAKED_PASSWORDS.has(word)
}

function isCommon(word: string): boolean {
  return COMMON_PASSWORDS.has(word) || (word.length > 3 && isKeyboardRun(word))
}

/** 'P@ssw0rd2024!' becomes 'password'. */
function withoutSuffix(plain: string, reading: string): string {
  return reading.slice(0, plain.replace(/[^\p{L}]{1,4}$/u, '').length)
}

function unleet(word: string): string {
  return [...word].map((char) => LEET[char] ?? char).join('')
}

function isKeyboardRun(plain: string): boolean {
  return ROWS.some((row) => {
    const backwards = [...row].reverse().join('')
    return [row, backwards].some((direction) => direction.repeat(2).includes(plain))
  })
}

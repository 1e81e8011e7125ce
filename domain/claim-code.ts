// The code of a letter by which a member claims the record that the office made.

/** Letters and digits that no other is mistaken for; 23 is prime, as the check character needs. */
const ALPHABET = '346789CDFGHJKMNPQRTVWXY'
const RANDOM_LENGTH = 11
const GROUP = 4

/** How often a birth date may be wrong, and how long a code works. */
export const CLAIM_TRIES = 5
export const CLAIM_DAYS = 60
/** Business days in which the office looks at a request to join two records. */
export const JOIN_DAYS = 5

/** 'HJK3-479W-XY6C': the numbers, each below 23, and their check character. Throws RangeError. */
export function claimCodeOf(numbers: readonly number[]): string {
  const characters = numbers.map((number) => ALPHABET[number])
  if (numbers.length !== RANDOM_LENGTH || characters.includes(undefined))
    throw new RangeError('A code has 11 numbers below 23')
  return groupsOf(characters.join('') + checkCharacterOf(numbers))
}

export const CLAIM_CODE_NUMBERS = { length: RANDOM_LENGTH, below: ALPHABET.length }

/** A typed code in capitals and groups; null for one that is misread. */
export function readClaimCode(typed: string): string | null {
  const code = typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const numbers = [...code].map((character) => ALPHABET.indexOf(character))
  if (numbers.length !== RANDOM_LENGTH + 1 || numbers.includes(-1)) return null
  return checkCharacterOf(numbers.slice(0, -1)) === code.at(-1) ? groupsOf(code) : null
}

/** Finds each wrong character and each two that changed places: the weights differ modulo 23. */
function checkCharacterOf(numbers: readonly number[]): string {
  const sum = numbers.reduce((total, number, n) => total + number * (n + 2), 0)
  return ALPHABET[(ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length] ?? ''
}

function groupsOf(code: string): string {
  return (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
}

// Keys under which two spellings of one name meet.
import { comparable } from '../fold-text.ts'

/** A name of so many letters also has the keys in which one of them is missing. */
const LEAST_LETTERS = 4
const LEAST_SOUNDS = 3

/** Marks a key, so that nobody types one. */
const SPELLED = '~'
const SOUNDED = '^'

/**
 * The keys of a word or of a whole name. Two names have one in common when one letter is wrong,
 * missing, too many or in its neighbour's place, or when they have the same consonants; case, accents,
 * signs and doubled letters make no difference. None for a name without letters or digits.
 */
export function spellingKeys(name: string): string[] {
  const spelled = plainSpelling(name)
  if (spelled === '') return []
  const sounds = soundsOf(spelled)
  return [
    ...new Set([
      SPELLED + spelled,
      ...withoutOneLetter(spelled).map((rest) => SPELLED + rest),
      ...(sounds.length < LEAST_SOUNDS ? [] : [SOUNDED + sounds]),
    ]),
  ]
}

type Likeness = 'spelling' | 'letter' | 'sound'

/** How two names are alike: the same but for doubled letters, but for one letter, or in sound alone. */
export function likenessOf(one: string, other: string): Likeness | null {
  const [a, b] = [plainSpelling(one), plainSpelling(other)]
  if (a === '' || b === '') return null
  if (a === b) return 'spelling'
  const keys = new Set(spellingKeys(one))
  const common = spellingKeys(other).filter((key) => keys.has(key))
  if (common.some((key) => key.startsWith(SPELLED))) return 'letter'
  return common.length > 0 ? 'sound' : null
}

/** 'mcalister' for 'MacAllister'. */
function plainSpelling(name: string): string {
  return comparable(name)
    .replace(/^mac(?=\p{L}{3})/u, 'mc')
    .replace(/(\p{L})\1+/gu, '$1')
}

function withoutOneLetter(spelled: string): string[] {
  const letters = [...spelled]
  if (letters.length < LEAST_LETTERS || /\d/.test(spelled)) return []
  return letters.map((_, n) => letters.toSpliced(n, 1).join(''))
}

const SOUNDS: readonly [RegExp, string][] = [
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/^[aeiouy]+/, 'a'],
  [/gh(?=t|$)/g, ''],
  [/ph|v/g, 'f'],
  [/s?ch|sh/g, 'x'],
  [/g(?=[eiy])/g, 'j'],
  [/c(?=[eiy])|z/g, 's'],
  [/ck|[cq]/g, 'k'],
]

/** The consonants of Latin letters as they sound; a vowel counts at the beginning alone. */
function soundsOf(spelled: string): string {
  if (!/^[a-z]+$/.test(spelled)) return ''
  const sounds = SOUNDS.reduce((text, [heard, as]) => text.replace(heard, as), spelled)
  return (sounds.slice(0, 1) + sounds.slice(1).replace(/[aeiouyhw]/g, '')).replace(/(.)\1+/g, '$1')
}

// What may stand in the name of a person, however it comes in.

/** Scripts that need joiners between their letters. */
const JOINS =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}'
const NEEDLESS_JOINER = /* @__PURE__ */ new RegExp(
  `(?<![${JOINS}]\\p{M}*)[\\u200c\\u200d]|[\\u200c\\u200d](?![${JOINS}])`,
  'gu',
)
/** Turns the direction of writing, or is not seen; joiners are judged apart. */
const TURNING = /(?![\u200c\u200d])\p{Cf}/gu
/** Also unseen, and letters or marks by their kind: fillers, selectors of a variant, a blank. */
const UNSEEN = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|\u2800|[\p{Co}\p{Cn}]/gu
const HEAP_OF_MARKS = /(\p{M}{4})\p{M}+/gu
const SPACES = /[\p{Cc}\p{Z}]+/gu

const SIGNS_OF_ADDRESSES = /[/@\\<>\u2044\u2215\u29f8]|[:\u2236\ua789](?=\S)/u
// Of an abbreviation stands at the end of a word, or between single letters: 'St. John', 'J.R. Hall'.
const DOT_WITHIN = /\.(?=[\p{L}\p{N}]{2})|\p{L}{2}\.(?=[\p{L}\p{N}])/u
const OTHER_DOTS = /[\u3002\uff61\u2024\uff0e\ufe52]/gu

export const NAME_HAS_ADDRESS = 'Please enter a name without a web or email address.'

/** Without characters that turn the direction of writing or are not seen; for any text. */
export function visibleText(typed: string): string {
  return typed.toWellFormed().replace(TURNING, '')
}

/** The name as it is stored: nothing unseen, single spaces. */
export function visibleName(typed: string): string {
  return visibleText(typed)
    .replace(UNSEEN, '')
    .replace(NEEDLESS_JOINER, '')
    .replace(HEAP_OF_MARKS, '$1')
    .replace(SPACES, ' ')
    .trim()
}

/** Why this may be no person's name; null for one that may, and for an empty one. */
export function nameError(typed: string): string | null {
  const plain = visibleName(typed).normalize('NFKC').replace(OTHER_DOTS, '.')
  const isAddress = SIGNS_OF_ADDRESSES.test(plain) || DOT_WITHIN.test(plain)
  return isAddress ? NAME_HAS_ADDRESS : null
}

/** The name as messages carry it: '' for one with an address, which older records may have. */
export function nameInMessages(stored: string): string {
  return nameError(stored) === null ? visibleName(stored) : ''
}

/** How a letter or email begins: 'Dear James,'. */
export function greeting(firstName: string): string {
  const name = nameInMessages(firstName)
  return name === '' ? 'Hello,' : `Dear ${name},`
}

export function fullNameInMessages(person: { firstName: string; lastName: string }): string {
  const names = [person.firstName, person.lastName].map(nameInMessages)
  return names.filter((name) => name !== '').join(' ')
}

// One way to compare what people and programs write: names, headers, units and tests.

/** Letters of which Unicode knows no base letter and mark. */
const BASE_LETTERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  æ: 'ae',
  œ: 'oe',
}
const SPECIAL = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'gu')

/**
 * The text in lower case without accents, invisible signs and repeated spaces; signs that look alike,
 * such as the two micro signs, are one.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(SPECIAL, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** A unit as foldText, without spaces, and with 'u' for the micro sign: 'µg / L' is 'ug/l'. */
export function foldUnit(unit: string): string {
  return foldText(unit).replaceAll(' ', '').replaceAll('μ', 'u')
}

/** The words of a name; an apostrophe and a hyphen part words. */
export function foldedWords(name: string): string[] {
  return foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Without case, accents, spaces and signs: 'O’Neill' and 'O Neill' are one name. */
export function comparable(value: string | null): string {
  return foldText(value ?? '').replace(/[^\p{L}\p{N}]/gu, '')
}

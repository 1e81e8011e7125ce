// A name that the fonts of documents cannot show is asked in Latin letters as well.
import { lengthError, REQUIRED } from './field-rules.ts'
import { PROFILE_FIELDS } from './member-fields.ts'
import { canPrint } from './printed-letters.ts'

export const LATIN_HINT =
  'As in the passport. Letters and the laboratory’s form are printed with it.'
export const LATIN_ERROR = 'Please use Latin letters, as in the passport, for example Wei.'

export const LATIN_FIELDS = ['latin_first_name', 'latin_last_name'] as const
export type LatinField = (typeof LATIN_FIELDS)[number]
/** Null, or absent, without one. */
export type LatinNames = { [field in LatinField]?: string | null | undefined }
export type Name = { first_name: string; last_name: string }

/** The parts of a name that documents cannot show, by the fields that ask for them. */
export function latinFieldsOf({ first_name: first, last_name: last }: Name): LatinField[] {
  return LATIN_FIELDS.filter((field) => !canPrint(field === 'latin_first_name' ? first : last))
}

/** The error of a part in Latin letters, or null; '' is one only where it `isRequired`. */
export function latinNameError(typed: string, { isRequired = false } = {}): string | null {
  const text = typed.trim()
  if (text === '') return isRequired ? REQUIRED : null
  const { max } = PROFILE_FIELDS.latin_first_name
  return isLatin(text) ? lengthError(text, max) : LATIN_ERROR
}

/** The name as documents print it: each part in Latin letters where they cannot show it. */
export function printedName(name: Name & LatinNames): Name {
  const { first_name: first, last_name: last } = name
  return {
    first_name: canPrint(first) ? first : name.latin_first_name || first,
    last_name: canPrint(last) ? last : name.latin_last_name || last,
  }
}

/** The name in Latin letters where it is known and another than the name; null otherwise. */
export function latinName(name: Name & LatinNames): string | null {
  const { first_name: first, last_name: last } = printedName(name)
  return first === name.first_name && last === name.last_name ? null : `${first} ${last}`
}

/** 'Wei Li (伟 李)': for staff who read and speak the name. */
export function spokenName(name: Name & LatinNames): string {
  const own = `${name.first_name} ${name.last_name}`
  const latin = latinName(name)
  return latin === null ? own : `${latin} (${own})`
}

/** 'Li, Wei (李, 伟)': as printed lists sort and show a name. */
export function nameInList(name: Name & LatinNames): string {
  const own = `${name.last_name}, ${name.first_name}`
  const printed = printedName(name)
  const latin = `${printed.last_name}, ${printed.first_name}`
  return latin === own ? own : `${latin} (${own})`
}

function isLatin(text: string): boolean {
  return (
    /\p{Script=Latin}/u.test(text) &&
    /^[\p{Script=Latin}\p{M}\p{Zs}'’.-]+$/u.test(text) &&
    canPrint(text)
  )
}

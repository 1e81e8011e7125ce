import { isNhsNumber, isPlaceholderNumber, onlyNhsDigits } from '../../domain/nhs-number.ts'

export type Pair<T> = { number: T; again: T }

/** Unfinished input is an error only once its field was left (rules §2.3). */
export function nhsErrors(typed: Pair<string>, blurred: Pair<boolean>): Pair<string | undefined> {
  const number = onlyNhsDigits(typed.number)
  const again = onlyNhsDigits(typed.again)
  return {
    number: errorOfNumber(number, blurred.number),
    again: errorOfAgain(number, again, blurred),
  }
}

/** Null unless both fields hold the same valid number. */
export function confirmedNumber(typed: Pair<string>): string | null {
  const number = onlyNhsDigits(typed.number)
  if (number === null || !isNhsNumber(number) || isPlaceholderNumber(number)) return null
  return number === onlyNhsDigits(typed.again) ? number : null
}

const ONLY_DIGITS = 'Please enter only digits (max 10).'
const CHECK_NUMBER = 'Please check this number.'
const TOO_SHORT = 'NHS number must be 10 digits.'
export const NO_MATCH = 'NHS numbers do not match!'

function errorOfNumber(number: string | null, isLeft: boolean) {
  if (number === null) return ONLY_DIGITS
  if (isPlaceholderNumber(number)) return CHECK_NUMBER
  return isLeft && number !== '' && !isNhsNumber(number) ? TOO_SHORT : undefined
}

function errorOfAgain(number: string | null, again: string | null, blurred: Pair<boolean>) {
  if (again === null) return ONLY_DIGITS
  if (number === null || number === '' || again === '') return undefined
  const maybeGoesOn = !blurred.again && number.startsWith(again)
  return maybeGoesOn || number === again ? undefined : NO_MATCH
}

import type { FieldKeys } from './field-keys.ts'

/** Encrypts a value as JSON for the place `where` (FieldKeys.seal). */
export function sealJson(fieldKeys: FieldKeys, value: unknown, where: string): Buffer {
  return fieldKeys.seal(JSON.stringify(value), where)
}

/**
 * The value that sealJson encrypted for this place. Throws for other bytes or another place; no error
 * quotes the text, as JSON.parse would, since errors are logged.
 */
export function openJson(fieldKeys: FieldKeys, sealed: Buffer, where: string): unknown {
  const text = fieldKeys.open(sealed, where)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the sealed text is not JSON')
  }
}

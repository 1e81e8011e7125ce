import type { FieldKeys } from '../platform/keys/field-keys.ts'

/** A keyed hash of lines, town and postcode. */
export function indexOfAddress(fieldKeys: FieldKeys, address: readonly string[]): Buffer {
  return fieldKeys.blindIndex(address.join('\n'), 'address of a letter')
}

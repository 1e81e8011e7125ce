import type { FieldKeys } from './field-keys.ts'

export function sealJson(fieldKeys: FieldKeys, value: unknown, where: string): Buffer {
  return fieldKeys.seal(JSON.stringify(value), where)
}

/** Throws for other bytes or another place. No error quotes the text, since errors are logged. */
export function openJson(fieldKeys: FieldKeys, sealed: Buffer, where: string): unknown {
  const text = fieldKeys.open(sealed, where)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the sealed text is not JSON')
  }
}

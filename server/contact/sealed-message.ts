// What somebody writes to the charity is often about their health: it is encrypted.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../platform/keys/sealed-json.ts'

const WrittenSchema = z.object({ message: z.string() })

type StoredMessage = { message: string; sealId: string | null; sealed: Buffer | null }

/** The columns of a message that somebody wrote. */
export function sealMessage(keys: FieldKeys, message: string) {
  const sealId = randomUUID()
  return { message: 'sealed', sealId, sealed: sealJson(keys, { message }, placeOf(sealId)) }
}

/** What was written; one that nobody has sealed yet is what its column says. */
export function openMessage(keys: FieldKeys, { message, sealId, sealed }: StoredMessage): string {
  if (sealId === null || sealed === null) return message
  return WrittenSchema.parse(openJson(keys, sealed, placeOf(sealId))).message
}

export function placeOf(sealId: string): string {
  return `contact_messages|sealed|${sealId}`
}

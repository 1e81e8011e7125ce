// What the office answered or noted about a message may name what somebody wrote of their health.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../platform/keys/sealed-json.ts'

const EntrySchema = z.object({ text: z.string() })

export function sealEntry(keys: FieldKeys, text: string) {
  const sealId = randomUUID()
  return { sealId, sealed: sealJson(keys, { text }, placeOfEntry(sealId)) }
}

export function openEntry(keys: FieldKeys, of: { sealId: string; sealed: Buffer }): string {
  return EntrySchema.parse(openJson(keys, of.sealed, placeOfEntry(of.sealId))).text
}

export function placeOfEntry(sealId: string): string {
  return `message_entries|sealed|${sealId}`
}

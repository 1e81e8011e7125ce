import * as z from 'zod/mini'
import { Refused } from './http/refused.ts'

/** Throws Refused (404) for text that cannot be an id (rules §3.1). */
export function publicId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new Refused('not_found')
  return id
}

/** Throws Refused (404) for text that is no UUID. */
export function uuidInPath(text: string): string {
  if (!isUuid(text)) throw new Refused('not_found')
  return text
}

export function isUuid(value: unknown): boolean {
  return z.guid().safeParse(value).success
}

import * as z from 'zod/mini'
import { Refused } from '../http/refused.ts'

/** Parameters of a path with one id. */
export const IdInPath = z.object({ id: z.string() })

/**
 * The number in a path such as /api/events/12. Whatever cannot be the id of anything is answered
 * like one that nothing has: 404 (design §3a).
 */
export function publicId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new Refused('not_found')
  return id
}

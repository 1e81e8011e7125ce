// That somebody entered a day with their GP tells that a result was raised: the day, its result and
// the moment of the entry are sealed, and a keyed hash of the result finds them.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { gpAppointments } from '../platform/db/schema.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { clearDay, openJson, SealedMoment, sealJson } from '../platform/keys/sealed-json.ts'

type Stored = typeof gpAppointments.$inferSelect
/** `day` is 'YYYY-MM-DD'; null takes the entered day back. */
export type GpDay = { resultId: number; day: string | null; enteredAt: Date }

const DaySchema = z.object({
  resultId: z.int(),
  day: z.nullable(z.string()),
  enteredAt: SealedMoment,
})

/** The columns to store; of the moment the day alone is in clear. */
export function sealGpDay(keys: FieldKeys, entry: GpDay): Omit<Stored, 'id'> {
  const sealId = randomUUID()
  return {
    memberId: null,
    resultId: null,
    day: null,
    enteredAt: clearDay(entry.enteredAt),
    resultIndex: gpDayIndexOf(keys, entry.resultId),
    sealId,
    sealed: sealJson(keys, entry, placeOfGpDay(sealId)),
  }
}

/** The entry as it was made; one from before it was sealed is what its columns say. */
export function openGpDay(keys: FieldKeys, row: Stored): GpDay {
  const { sealId, sealed, resultId, day, enteredAt } = row
  if (sealId !== null && sealed !== null)
    return DaySchema.parse(openJson(keys, sealed, placeOfGpDay(sealId)))
  if (resultId === null) throw new Error('a day with a GP without its sealed part')
  return { resultId, day, enteredAt }
}

/** By which the entries about a result are found. */
export function gpDayIndexOf(keys: FieldKeys, resultId: number): Buffer {
  return keys.blindIndex(`${resultId}`, 'gp_appointments.result_index')
}

export function placeOfGpDay(sealId: string): string {
  return `gp_appointments|sealed|${sealId}`
}

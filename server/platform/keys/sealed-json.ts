import * as z from 'zod/mini'
import { DAY_MS } from '../../../domain/durations.ts'
import type { FieldKeys } from './field-keys.ts'

const STEP_BYTES = 256

/** A moment in sealed JSON. */
export const SealedMoment = z.pipe(
  z.iso.datetime(),
  z.transform((text) => new Date(text)),
)

/** The UTC day of a sealed moment, which may stand in clear: many rows share it. */
export function clearDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)
}

/**
 * Spaces at the end make the length a multiple of `step` bytes, so that it does not tell what is in
 * it.
 */
export function sealJson(
  fieldKeys: FieldKeys,
  value: unknown,
  where: string,
  step = STEP_BYTES,
): Buffer {
  const text = JSON.stringify(value)
  const length = Buffer.byteLength(text)
  return fieldKeys.seal(text + ' '.repeat(Math.ceil(length / step) * step - length), where)
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

/**
 * Seals and opens the values of one column. `placeOf` names the row that a value is bound to; `open`
 * throws for another row's bytes.
 */
export function sealedValue<Schema extends z.ZodMiniType, Row>(
  schema: Schema,
  placeOf: (row: Row) => string,
) {
  return {
    placeOf,
    seal: (keys: FieldKeys, row: Row, value: z.input<Schema>): Buffer =>
      sealJson(keys, value, placeOf(row)),
    open: (keys: FieldKeys, row: Row & { sealed: Buffer }): z.output<Schema> =>
      schema.parse(openJson(keys, row.sealed, placeOf(row))),
  }
}

/** As `sealedValue`, bound to the random id of a row. `column` is as 'contact_stops|sealed'. */
export function sealedById<Schema extends z.ZodMiniType>(schema: Schema, column: string) {
  const placeOf = (sealId: string) => `${column}|${sealId}`
  const { seal, open } = sealedValue(schema, (row: { sealId: string }) => placeOf(row.sealId))
  return {
    placeOf,
    seal: (keys: FieldKeys, sealId: string, value: z.input<Schema>): Buffer =>
      seal(keys, { sealId }, value),
    open,
  }
}

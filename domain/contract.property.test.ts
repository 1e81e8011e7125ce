import fc from 'fast-check'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { fuzzJson, fuzzKey, fuzzText, longText, rulesOf } from '../test/fuzz/values.ts'
import * as contract from './contract.ts'
import { isReason, refusalSentence, refusalStatus } from './refusals.ts'

const holds = rulesOf('contract')
const schemas = Object.entries(contract).flatMap(([name, schema]) =>
  schema instanceof z.ZodMiniType ? [{ name, schema }] : [],
)
const anySchema = fc.constantFrom(...schemas)

/** An object with fuzzed values in the schema's fields, and some unknown fields. */
const fuzzObject = anySchema.chain(({ name, schema }) => {
  const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
  const own = fc.record(Object.fromEntries(fields.map((key) => [key, fuzzJson])), {
    requiredKeys: [],
  })
  return fc
    .tuple(own, fc.dictionary(fuzzKey(), fuzzJson, { maxKeys: 2 }))
    .map(([known, others]) => ({
      name,
      schema,
      value: JSON.parse(JSON.stringify({ ...others, ...known })),
    }))
})

for (let part = 0; part < 5; part++) {
  holds(
    `a schema parses fuzzed objects without throwing, and accepts its own output (${part + 1})`,
    [fuzzObject],
    judge,
  )
}

holds(
  'a schema judges what is no object at all',
  [anySchema, fuzzJson],
  ({ name, schema }, value) => {
    judge({ name, schema, value })
  },
)

holds('no text keeps a schema busy', [longText(60_000)], (text) => {
  for (const { name, schema } of schemas) {
    const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
    const start = process.cpuUsage()
    z.safeParse(schema, Object.fromEntries(fields.map((key) => [key, text])))
    expect(process.cpuUsage(start).user / 1000, name).toBeLessThan(500)
  }
})

holds('only our own reasons are reasons', [fc.oneof(fuzzJson, fuzzText)], (code) => {
  if (!isReason(code)) return
  expect(refusalStatus(code)).toBeGreaterThanOrEqual(400)
  expect(refusalSentence(code)).not.toBe('')
})

function judge({ schema, value }: { name: string; schema: z.ZodMiniType; value: unknown }) {
  const before = Object.keys(Object.prototype)
  const taken = z.safeParse(schema, value)
  expect(Object.keys(Object.prototype)).toEqual(before)
  if (!taken.success) return
  expect(z.parse(schema, taken.data)).toEqual(taken.data)
  // Unknown fields are dropped.
  if (schema instanceof z.ZodMiniObject && taken.data instanceof Object) {
    const known = Object.keys(schema.shape)
    expect(Object.keys(taken.data).filter((key) => !known.includes(key))).toEqual([])
  }
}

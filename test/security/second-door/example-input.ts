// Input that an office route accepts, made from the schema that it declares: a new route has one the
// day it is made, or the test of second doors fails and says which field has none.
import { randomUUID } from 'node:crypto'
import type { App } from '../../../server/deps.ts'
import type { Random } from '../../app/seeded.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
}
/** Values that fit a field of this name better than any that its schema allows. */
export type Known = Record<string, readonly unknown[]>

const TEXTS = [
  'The member asked for it',
  ...['2027-01-26', '10:00', '2027-01-26T10:00:00.000Z', '9434765919'],
]

type Operation = {
  requestBody?: { content: Record<string, { schema: Schema }> }
  parameters?: { in: string; name: string; schema: Schema }[]
}
/** `choices` are what a part of the address may be, where the schema lists it. */
export type Input = { body: Schema | null; choices: Record<string, unknown[]> }

/** What each route takes, by 'POST /api/office/events/:id'. */
export function inputsOf(app: App): Map<string, Input> {
  const paths = app.swagger().paths as Record<string, Record<string, Operation>>
  const inputs = new Map<string, Input>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { requestBody, parameters = [] }] of Object.entries(methods)) {
      const listed = parameters.filter((one) => one.in === 'path' && one.schema.enum)
      inputs.set(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, {
        body: requestBody?.content['application/json']?.schema ?? null,
        choices: Object.fromEntries(listed.map(({ name, schema }) => [name, schema.enum ?? []])),
      })
    }
  return inputs
}

/** Throws when there is no example for a field, with its name. */
export function exampleOf(
  schema: Schema,
  { name, known, random }: { name: string; known: Known; random: Random },
): unknown {
  const inner = (one: Schema, of = name) => exampleOf(one, { name: of, known, random })
  const options = schema.anyOf ?? schema.oneOf
  const fitting = (known[name] ?? []).filter((value) => typesOf(schema).includes(typeof value))
  if (fitting.length > 0) return random.pick(fitting)
  if (schema.properties) return objectOf(schema, { inner, random })
  if (options) return inner(random.pick(options))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'null' || type === 'boolean') return type === 'null' ? null : random.chance(0.7)
  if (type === 'integer' || type === 'number') {
    const least = Math.max(schema.minimum ?? 1, 0)
    return Math.min(schema.maximum ?? 9, least + random.below(3))
  }
  if (type === 'array' && schema.items) {
    const count = Math.max(schema.minItems ?? 0, 1)
    return Array.from({ length: count }, () => inner(schema.items ?? {}))
  }
  if (type === 'object') return entriesOf(schema, { inner, random })
  if (type === 'string') return textOf(schema, name)
  throw new Error(`there is no example input for the field ${name}`)
}

function typesOf({ type, anyOf = [] }: Schema): string[] {
  const own = Array.isArray(type) ? type : [type]
  const types = own.map((one) => (one === 'integer' ? 'number' : String(one)))
  return [...types, ...anyOf.flatMap(typesOf)]
}

type Inner = (one: Schema, of?: string) => unknown

function objectOf(
  { properties = {}, required = [] }: Schema,
  { inner, random }: { inner: Inner; random: Random },
): Record<string, unknown> {
  const isGiven = (name: string) => required.includes(name) || random.chance(0.6)
  const given = Object.entries(properties).filter(([name]) => isGiven(name))
  return Object.fromEntries(given.map(([name, one]) => [name, inner(one, name)]))
}

function entriesOf(
  { propertyNames, additionalProperties }: Schema,
  { inner, random }: { inner: Inner; random: Random },
): Record<string, unknown> {
  const names = propertyNames?.enum
  if (!names || typeof additionalProperties !== 'object') return {}
  const chosen = names.filter(() => random.chance(0.6))
  return Object.fromEntries(chosen.map((one) => [String(one), inner(additionalProperties)]))
}

function textOf({ pattern, minLength = 0, maxLength = 200 }: Schema, name: string): string {
  const texts = [...TEXTS, randomUUID()]
  const fits = pattern === undefined ? () => true : (text: string) => new RegExp(pattern).test(text)
  const text = texts.find(fits)
  if (text === undefined) throw new Error(`there is no example input for the field ${name}`)
  return text.slice(0, maxLength).padEnd(minLength, '.')
}

import fc from 'fast-check'
import * as z from 'zod'
import { CONSENT_VERSION } from '../../domain/consent.ts'
import type { App } from '../../server/deps.ts'
import type { Body, Method, Route } from './request.ts'
import { fuzzText, longText } from './values.ts'

const Property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})

const Operation = z.looseObject({
  parameters: z.array(z.looseObject({ in: z.string(), name: z.string() })).default([]),
  requestBody: z
    .looseObject({
      content: z.looseObject({
        'application/json': z.looseObject({
          schema: z.looseObject({
            properties: z.record(z.string(), z.unknown()).default({}),
            required: z.array(z.string()).optional(),
          }),
        }),
      }),
    })
    .optional(),
})

/** Every route of the product API, read from its OpenAPI document. */
export function documentedRoutes(app: App): Route[] {
  return operationsOf(app).map(({ method, path, parameters, body }) => ({
    method,
    path,
    queryNames: parameters.filter((one) => one.in === 'query').map((one) => one.name),
    weight: 2 + Math.min(4, Math.ceil(Object.keys(body?.properties ?? {}).length / 3)),
    body: body ? bodyOf(body) : null,
  }))
}

function operationsOf(app: App) {
  return Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, described]) => {
      const { parameters, requestBody } = Operation.parse(described)
      const body = requestBody?.content['application/json'].schema
      return { method: methodOf(method), path, parameters, body }
    }),
  )
}

function bodyOf({
  properties,
  required = [],
}: {
  properties: Record<string, unknown>
  required?: string[] | undefined
}): Body {
  const each = (value: (name: string, schema: unknown) => fc.Arbitrary<unknown>) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, value(name, schema)]),
    )
  const right = fc.record(each(rightValue), { requiredKeys: required })
  return { right, fields: Object.keys(properties), edges: each((_, schema) => edgeValue(schema)) }
}

// Ids and dates that exist, which a schema cannot describe.
const KNOWN: Record<string, fc.Arbitrary<unknown>> = {
  eventId: fc.constantFrom('$event', '$event', '$private', '$paid', '$lab'),
  profileId: fc.constant('$profile'),
  eventDate: fc.constant('$date'),
  psaTestDate: fc.constant('$date'),
  date_of_birth: fc.constantFrom('1968-05-14', '1986-02-28'),
  email: fc.constant('$email'),
  user_id: fc.constant('$user'),
  access_code: fc.constantFrom('LODGE2026', 'lodge'),
  payment_reference: fc.constantFrom('$order', '$order', '$paidOrder'),
  nhs_number: fc.constantFrom('9434765919', null),
  terms: fc.constant(true),
  sampleConsent: fc.constant(true),
  disclaimer: fc.constant(true),
  gpSurgeryName: fc.constant('Mill Road Surgery'),
  gpSurgeryTown: fc.constant('Diss'),
  gpSurgeryEmail: fc.constant(null),
  wordsVersion: fc.constant(CONSENT_VERSION),
  familyMemberWithProstateCancer: fc.constant(['Father']),
  familyMemberWithOvarianCancer: fc.constant(['Mother', 'Aunt']),
}

/** The body fields of unlimited text, as 'POST /api/appointments note'. */
export function textsWithoutLimit(app: App): string[] {
  return operationsOf(app).flatMap(({ method, path, body }) =>
    Object.entries(body?.properties ?? {}).flatMap(([name, schema]) =>
      isWithoutLimit(schema) ? [`${method} ${path} ${name}`] : [],
    ),
  )
}

function isWithoutLimit(schema: unknown): boolean {
  const read = Property.parse(schema)
  const { type, enum: options, pattern, maxLength, items, anyOf = [], properties = {} } = read
  if (anyOf.some(isWithoutLimit) || (items !== undefined && isWithoutLimit(items))) return true
  if (Object.values(properties).some(isWithoutLimit)) return true
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
  return isText && !options && pattern === undefined && maxLength === undefined
}

/** A value that matches the schema and is mostly plausible. */
function rightValue(name: string, schema: unknown): fc.Arbitrary<unknown> {
  const known = KNOWN[name]
  if (known) return known
  const {
    type,
    enum: options,
    pattern,
    minimum,
    maximum,
    maxLength,
    items,
    minItems = 0,
    maxItems = 3,
    properties,
    required,
    anyOf,
  } = Property.parse(schema)
  if (properties) return objectOf(properties, required, rightValue)
  if (anyOf) return fc.oneof(...anyOf.map((one) => rightValue(name, one)))
  if (options) return fc.constantFrom(...options)
  const isA = (wanted: string) => type === wanted || (Array.isArray(type) && type.includes(wanted))
  if (isA('boolean')) return fc.constantFrom(true, true, true, false)
  if (isA('integer') || isA('number'))
    return fc.integer({ min: Math.max(minimum ?? 0, -100), max: Math.min(maximum ?? 9, 100) })
  if (isA('array'))
    return fc.uniqueArray(rightValue(name, items), { minLength: minItems, maxLength: maxItems })
  if (isA('null')) return fc.constant(null)
  if (pattern?.includes(':')) return fc.constantFrom('10:00', '10:20', '11:40', '03:00')
  if (pattern) return fc.constantFrom('2027-01-26', '2027-02-30')
  return fc.oneof(
    fc.constantFrom('James', '07700 900118'),
    longText(maxLength ?? 50).map((text) => text.slice(0, maxLength)),
  )
}

/** Edge values of the schema: calendar ends, largest numbers, maximum length. */
function edgeValue(schema: unknown): fc.Arbitrary<unknown> {
  const {
    type,
    enum: options,
    pattern,
    minimum = 0,
    maximum = 9,
    maxLength = 100,
    items,
    properties,
    required,
    anyOf,
  } = Property.parse(schema)
  if (properties) return objectOf(properties, required, (_, one) => edgeValue(one))
  if (anyOf) return fc.oneof(...anyOf.map(edgeValue))
  if (options) return fc.constantFrom(...options)
  if (type === 'integer' || type === 'number')
    return fc.constantFrom(minimum, maximum, 0, 1, Math.min(maximum, 2 ** 31))
  if (type === 'array') return fc.array(edgeValue(items), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (pattern?.includes(':')) return fc.constantFrom('00:00', '23:59', '11:59', '09:59')
  if (pattern?.includes('{2}')) return fc.constantFrom(...EDGES_OF_CALENDAR)
  if (pattern?.includes('{10}')) return fc.constantFrom('0000000000', '9999999999')
  if (pattern) return fc.constant('ffffffff-ffff-ffff-ffff-ffffffffffff')
  const long = longText(maxLength * 2)
  return fc.oneof(fuzzText, long).map((text) => text.slice(0, maxLength))
}

function objectOf(
  properties: Record<string, unknown>,
  required: string[] | undefined,
  value: (name: string, schema: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<object> {
  const each = Object.entries(properties).map(([name, schema]) => [name, value(name, schema)])
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(each)
  return fc.record(fields, { requiredKeys: required ?? [] })
}

const EDGES_OF_CALENDAR = [
  '9999-12-31',
  '0000-01-01',
  '0001-01-01',
  '0000-00-00',
  '2027-02-30',
  '1947-01-12',
  '1986-02-28',
]

function methodOf(name: string): Method {
  const method = name.toUpperCase()
  if (
    method === 'GET' ||
    method === 'HEAD' ||
    method === 'POST' ||
    method === 'PUT' ||
    method === 'DELETE'
  )
    return method
  throw new Error(`no requests are generated for ${method}`)
}

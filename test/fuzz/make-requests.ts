// Nearly valid requests: built from the routes' own schemas, with a fault.

import fc from 'fast-check'
import { mutatedBodies } from './bodies.ts'
import { mutatedHeaders } from './headers.ts'
import type { FuzzedRequest, Mutation, Route } from './request.ts'
import { fuzzKey, fuzzText } from './values.ts'

/** Requests to all these routes, most with one fault or two, a few with none. */
export function fuzzedRequests(routes: Route[]): fc.Arbitrary<FuzzedRequest> {
  const byWeight = routes.flatMap((route) => Array<Route>(route.weight).fill(route))
  return fc.constantFrom(...byWeight).chain((route) =>
    fc.tuple(rightRequest(route), mutationsOf(route)).map(([right, mutations]) => {
      const request = Object.assign({}, right, ...mutations.map(({ change }) => change))
      return { ...request, kind: mutations.map(({ kind }) => kind).join(' and ') || 'nothing' }
    }),
  )
}

/** Replaces `$event` and the like in the text; in a body a number replaces the quotes too. */
export function fillIn(text: string, things: Record<string, string | number>): string {
  let filled = text
  for (const [name, thing] of Object.entries(things)) {
    if (typeof thing === 'number') filled = filled.replaceAll(`"$${name}"`, String(thing))
    filled = filled.replaceAll(`$${name}`, String(thing))
  }
  return filled
}

export const THINGS = [
  ...['event', 'private', 'paid', 'profile', 'appointment', 'hold', 'order', 'paidOrder'],
] as const

function mutationsOf(route: Route): fc.Arbitrary<Mutation[]> {
  const one = mutationOf(route)
  return fc.oneof(
    { arbitrary: fc.constant<Mutation[]>([]), weight: 1 },
    { arbitrary: one.map((mutation) => [mutation]), weight: 8 },
    { arbitrary: fc.array(one, { minLength: 2, maxLength: 2 }), weight: 4 },
  )
}

function rightRequest(route: Route): fc.Arbitrary<FuzzedRequest> {
  const { method, path, body } = route
  const url = pathOf(path, fc.constantFrom(...THINGS.map((thing) => `$${thing}`)))
  const origin = { 'sec-fetch-site': 'same-origin' }
  return fc.record({
    route: fc.constant(`${method} ${path}`),
    method: fc.constant(method),
    url:
      route.queryNames.length === 0
        ? url
        : fc.tuple(url, queryOf(route)).map((parts) => parts.join('')),
    headers: fc.constant(body ? { ...origin, 'content-type': 'application/json' } : origin),
    payload: body ? body.right.map((value) => JSON.stringify(value)) : fc.constant(undefined),
    isSignedIn: fc.constantFrom(true, true, true, false),
    kind: fc.constant('nothing'),
  })
}

function mutationOf(route: Route): fc.Arbitrary<Mutation> {
  const inAddress = route.path.includes('{') ? [{ arbitrary: mutatedPath(route), weight: 3 }] : []
  const inBody = route.body ? mutatedBodies(route.body) : []
  return fc.oneof(
    ...inAddress,
    ...inBody,
    { arbitrary: mutatedQuery(route), weight: 1 },
    { arbitrary: mutatedHeaders(), weight: 2 },
  )
}

function mutatedPath(route: Route): fc.Arbitrary<Mutation> {
  const segment = fc.oneof(
    fuzzText.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      '%',
      '%zz',
      '%00',
      '%ed%a0%80',
      '%2e%2e',
      '%2f',
      ';a=b',
      '0',
      '-1',
      '1e3',
      '1.0',
      '0x1',
    ),
    fc.constantFrom('9007199254740991', '9007199254740993', '2147483648', '99999999999999999999'),
    fc.constantFrom(
      '00000000-0000-0000-0000-000000000000',
      '٣',
      '$event%20',
      '$event%00',
      '+$event',
    ),
  )
  return pathOf(route.path, segment).map((url) => ({ kind: 'path', change: { url } }))
}

function mutatedQuery(route: Route): fc.Arbitrary<Mutation> {
  const things = fc.constantFrom(...THINGS.map((thing) => `$${thing}`))
  return fc
    .tuple(pathOf(route.path, things), queryOf(route, { isMutated: true }))
    .map((parts) => ({ kind: 'query', change: { url: parts.join('') } }))
}

function queryOf({ queryNames }: Route, { isMutated = false } = {}): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom('for', ...queryNames), fuzzKey())
  const rightValue = fc.constantFrom('$email', 'today', 'next-week', 'community', 'local', 'others')
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
  const pair = isMutated
    ? fc.tuple(name, fc.constantFrom('=', '[]=', '[a]=', ''), fuzzText)
    : fc.tuple(fc.constantFrom(...queryNames), fc.constant('='), rightValue)
  const faults = fc.constantFrom('%', '%zz=1', '&&&', '=', '%00=%00', '#', '?a?b', 'a=%ed%a0%80')
  const pairs = fc
    .array(
      pair.map(
        ([key, sign, value]) =>
          `${encoded(key)}${sign}${value === '$email' ? value : encoded(value)}`,
      ),
      { maxLength: isMutated ? 4 : 2 },
    )
    .map((all) => `?${all.join('&')}`)
  return isMutated
    ? fc.oneof(
        pairs,
        faults.map((fault) => `?${fault}`),
      )
    : pairs
}

function pathOf(path: string, segment: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const parts = path.split(/\{\w+\}/)
  return fc
    .array(segment, { minLength: parts.length - 1, maxLength: parts.length - 1 })
    .map((segments) => parts.map((part, n) => part + (segments[n] ?? '')).join(''))
}

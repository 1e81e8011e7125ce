import type fc from 'fast-check'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

/** A route and what its schemas know of requests; `path` is '/api/events/{id}'. */
export type Route = {
  method: Method
  path: string
  queryNames: string[]
  /** How often it is asked beside others. */
  weight: number
  /** Right bodies, and the names of all fields there are; null for a route that takes none. */
  body: Body | null
}

export type Body = {
  right: fc.Arbitrary<object>
  fields: string[]
  /** By field, values that are right in form and odd all the same. */
  edges: Record<string, fc.Arbitrary<unknown>>
}

/**
 * One request. `$event` and its like in address and body stand for what there is at the time (see
 * `fillIn`), so that an odd request can be thrown again at other rows.
 */
export type OddRequest = {
  /** The route, as 'POST /api/appointments'. */
  route: string
  method: Method
  url: string
  headers: Record<string, string>
  payload: string | undefined
  isSignedIn: boolean
  /** What is odd about it. */
  kind: string
}

/** One thing that is odd about a request, and what it changes. */
export type Oddness = { kind: string; change: Partial<OddRequest> }

import type fc from 'fast-check'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

/** A route and its schemas; `path` is '/api/events/{id}'. */
export type Route = {
  method: Method
  path: string
  queryNames: string[]
  /** Relative frequency of requests. */
  weight: number
  body: Body | null
}

export type Body = {
  right: fc.Arbitrary<object>
  fields: string[]
  edges: Record<string, fc.Arbitrary<unknown>>
}

/**
 * One request. `$event` and the like in address and body stand for existing rows (see
 * `fillIn`), so that it can be repeated on other data.
 */
export type FuzzedRequest = {
  route: string
  method: Method
  url: string
  headers: Record<string, string>
  payload: string | undefined
  isSignedIn: boolean
  kind: string
}

export type Mutation = { kind: string; change: Partial<FuzzedRequest> }

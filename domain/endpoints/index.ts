// Each call of the API once: the server registers from this table (server/platform/http/serve.ts), the
// browser's calls are typed from it (web/api.ts, types alone), and the OpenAPI document follows.
import type * as z from 'zod/mini'
import { checkInOfficeEndpoints } from './office/check-in.ts'
import { waitingListEndpoints } from './waiting-list.ts'

export const ENDPOINTS = {
  ...waitingListEndpoints,
  ...checkInOfficeEndpoints,
}

export type Endpoints = typeof ENDPOINTS
export type Call = keyof Endpoints

type Sent<E, Part extends string> = E extends {
  readonly [P in Part]: infer Shape extends z.ZodMiniType
}
  ? { [P in Part]: z.input<Shape> }
  : unknown
type Answered<Shapes> = z.output<Extract<Shapes[keyof Shapes], z.ZodMiniType>>
type Files = { [C in Call]: keyof Endpoints[C]['response'] extends never ? C : never }[Call]

/** What the browser sends with each call and is answered, but for files. */
export type Api = {
  [C in Exclude<Call, Files>]: Sent<Endpoints[C], 'query'> &
    Sent<Endpoints[C], 'body'> & { response: Answered<Endpoints[C]['response']> }
}

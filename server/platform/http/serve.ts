import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyContextConfig,
  HTTPMethods,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  preValidationAsyncHookHandler,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type Endpoint, type ParamNames, REFUSALS } from '../../../domain/endpoints/endpoint.ts'
import { type Call, ENDPOINTS, type Endpoints } from '../../../domain/endpoints/index.ts'
import type { App } from '../../deps.ts'

type Hook = onRequestHookHandler | onRequestAsyncHookHandler
/** What refuses a request that may not call the endpoint, as options of its route. */
export type Guard = { onRequest?: Hook; config?: FastifyContextConfig }

declare module 'fastify' {
  interface FastifyInstance {
    guardOf: (endpoint: Endpoint) => Guard
  }
  interface FastifyContextConfig {
    /** Its line in the table of endpoints. */
    endpoint?: Call
  }
}

/** What concerns the server alone. */
type ServeOptions = {
  bodyLimit?: number
  calledBy?: FastifyContextConfig['calledBy']
  consumes?: string[]
  /** From the OpenAPI document. */
  hide?: boolean
  /** After the endpoint's own guard. */
  onRequest?: Hook
  preValidation?: preValidationAsyncHookHandler
}

type ShapeOf<E, Part extends string> = E extends { readonly [P in Part]: infer Shape }
  ? Shape
  : unknown
type AnyText<Call> = z.ZodMiniObject<{ [Name in ParamNames<Call>]: z.ZodMiniString }>
type SchemaOf<C extends Call> = {
  params: Endpoints[C] extends { readonly params: infer Shape } ? Shape : AnyText<C>
  querystring: ShapeOf<Endpoints[C], 'query'>
  body: ShapeOf<Endpoints[C], 'body'>
  response: Endpoints[C]['response'] &
    (Endpoints[C] extends { readonly refusals: infer Shapes } ? Shapes : unknown)
}
export type Handler<C extends Call> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  SchemaOf<C>,
  ZodTypeProvider,
  FastifyBaseLogger
>

/** Registers one line of the table of endpoints, with its guard and its schemas. */
export function serve<C extends Call>(app: App, call: C, handler: Handler<C>): void
export function serve<C extends Call>(
  app: App,
  call: C,
  options: ServeOptions,
  handler: Handler<C>,
): void
export function serve<C extends Call>(
  app: App,
  call: C,
  ...rest: [Handler<C>] | [ServeOptions, Handler<C>]
): void {
  const [options, handler] = rest.length === 1 ? [{}, rest[0]] : rest
  const { calledBy, consumes, hide, onRequest, ...others } = options
  const endpoint: Endpoint = ENDPOINTS[call]
  const guard = app.guardOf(endpoint)
  const [method = '', url = ''] = call.split(' ')
  app.route({
    ...others,
    method: method as HTTPMethods,
    url,
    onRequest: [guard.onRequest, onRequest].filter((hook) => hook !== undefined),
    config: { ...guard.config, ...(calledBy && { calledBy }), endpoint: call },
    schema: { ...(consumes && { consumes }), ...(hide && { hide }), ...schemaOf(url, endpoint) },
    handler: handler as RouteHandlerMethod,
  })
}

function schemaOf(path: string, { params, query, body, response, refusals = REFUSALS }: Endpoint) {
  const inPath = params ?? textsIn(path)
  return {
    ...(inPath && { params: inPath }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { ...response, ...refusals },
  }
}

/** Null for a path without names. */
function textsIn(path: string): z.ZodMiniType | null {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.length > 0
    ? z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
    : null
}

import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { JobData } from './job-queues.ts'

export type LogLevel = 'silent' | 'warn' | 'info' | 'debug'

/** No address, query, person's id, headers or bodies are ever logged (ASVS 16.2.5). */
export function logOptions({ logLevel }: { logLevel: LogLevel }) {
  return {
    level: logLevel,
    base: { pid: process.pid },
    serializers: { req: describeRequest, res: describeReply, err: describeError },
  }
}

/** One line per response: changes and failures at 'info', reads at 'debug'. */
export function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || reply.raw.statusCode >= 500) request.log.info(describeResponse(request, reply))
  else if (request.log.level === 'debug') request.log.debug(describeResponse(request, reply))
  done()
}

/** A job that ran, for the log; `reqId`: of the request that added it. */
export type JobLine = {
  queue: keyof JobData
  job: string
  reqId?: string
  ms: number
  /** Of a failed job. */
  err?: ErrorLine
}

/** One line per job that failed or that a request added; rounds that went well at 'debug'. */
export function logJob(log: FastifyBaseLogger, line: JobLine): void {
  if (line.err) log.warn(line, 'job failed')
  else if (line.reqId !== undefined) log.info(line, 'job done')
  else log.debug(line, 'job done')
}

function describeResponse(request: FastifyRequest, reply: FastifyReply) {
  const ms = Math.round(reply.elapsedTime)
  return { ...describeRequest(request), status: reply.raw.statusCode, ms }
}

function describeRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? 'none' }
}

function describeReply(reply: { statusCode?: number }) {
  return { status: reply.statusCode }
}

export type ErrorLine = {
  type: string
  message: string
  stack: string
  code?: string
  constraint?: string
  /** Of a mail server: the command that failed, and the number of its answer. */
  command?: string
  responseCode?: number
  cause?: ErrorLine
}

// pino describes what it is given as `err`, also a line that is one already.
const lines = new WeakSet<object>()

/** Database messages quote values of rows: logs SQLSTATE, constraint, stack and query only. */
export function describeError(error: unknown): ErrorLine {
  if (isErrorLine(error)) return error
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const code = textOf(error, 'code')
  const constraint = textOf(error, 'constraint')
  const command = textOf(error, 'command')
  const responseCode: unknown = Reflect.get(error, 'responseCode')
  return asLine({
    type: error.name,
    message: isOfDatabase(error) ? 'refused by the database' : withoutValues(error.message),
    stack: framesOf(error),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(command !== undefined && { command }),
    ...(typeof responseCode === 'number' && { responseCode }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  })
}

/** Without the texts of mail servers and SMS providers, which quote addresses and numbers. */
export function describeDeliveryError(error: unknown): ErrorLine {
  return withoutTexts(describeError(error))
}

function withoutTexts({ cause, ...line }: ErrorLine): ErrorLine {
  return asLine({ ...line, message: 'not delivered', ...(cause && { cause: withoutTexts(cause) }) })
}

function asLine(line: ErrorLine): ErrorLine {
  lines.add(line)
  return line
}

function isErrorLine(error: unknown): error is ErrorLine {
  return typeof error === 'object' && error !== null && lines.has(error)
}

/** The error of a line from another process. */
export function errorOf({ type: name, message, stack, cause, ...rest }: ErrorLine): Error {
  const options = cause && { cause: errorOf(cause) }
  return Object.assign(new Error(message, options), { name, stack, ...rest })
}

function isOfDatabase(error: Error): boolean {
  return textOf(error, 'severity') !== undefined && textOf(error, 'code') !== undefined
}

function withoutValues(message: string): string {
  return message.split('\nparams:', 1)[0] ?? ''
}

function framesOf(error: Error): string {
  const lines = error.stack?.split('\n') ?? []
  return lines.filter((line) => line.startsWith('    at ')).join('\n')
}

function textOf(
  error: Error,
  name: 'code' | 'command' | 'constraint' | 'severity',
): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

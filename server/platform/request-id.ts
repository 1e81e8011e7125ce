import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'

const requestIds = new AsyncLocalStorage<string | undefined>()

/** The id of the request that is being answered, or that added the running job, or undefined. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}

export function withRequestId<T>(id: string | undefined, work: () => T): T {
  return requestIds.run(id, work)
}

/** A hook: jobs that the request's handlers add carry its id. */
export function keepRequestId(request: FastifyRequest, _: FastifyReply, done: () => void): void {
  withRequestId(request.id, done)
}

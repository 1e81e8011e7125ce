import type { FastifyBaseLogger } from 'fastify'
import { toError } from './to-error.ts'

export type Background = {
  run(what: string, work: () => Promise<void>): void
  idle(): Promise<void>
}

/** Work after the response, whose duration must not reveal whether an address is known. */
export function createBackground(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>()

  return {
    run(what, work) {
      const task: Promise<void> = work()
        .catch((error: unknown) => {
          const { name, message, stack } = toError(error)
          log.error({ failure: name, message, stack }, `${what} failed after the answer`)
        })
        .finally(() => running.delete(task))
      running.add(task)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

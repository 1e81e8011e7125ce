import type { FastifyBaseLogger } from 'fastify'

export type Background = {
  run(what: string, work: () => Promise<void>): void
  /** Resolves when no background work is left. */
  idle(): Promise<void>
}

/**
 * Runs work after the response: mail, and anything whose duration would reveal whether an address
 * is known. Logs failures under `what`.
 */
export function createBackground(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>()

  return {
    run(what, work) {
      const task: Promise<void> = work()
        .catch((error: unknown) => {
          const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
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

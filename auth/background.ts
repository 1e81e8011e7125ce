import type { FastifyBaseLogger } from 'fastify'

/** Work that goes on after the answer. */
export type Background = {
  run(what: string, work: () => Promise<void>): void
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
}

/**
 * Runs what an answer must not wait for: mail, and anything whose duration would tell whether an
 * address is known. A failure is logged under `what`; nobody is there to be told.
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

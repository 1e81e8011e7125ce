import { tooMany } from '../errors.ts'

export type HashQueue = { run<T>(job: () => Promise<T>): Promise<T> }

/**
 * Runs one password hash at a time, since each takes a core for some hundredths of a second. At
 * most `queue` jobs wait; more get 429.
 */
export function createHashQueue({ queue }: { queue: number }): HashQueue {
  const waiting: (() => void)[] = []
  let isBusy = false
  let secondsEach = 0.03

  return {
    async run(job) {
      if (waiting.length >= queue) throw tooMany(waiting.length * secondsEach)
      if (isBusy) await new Promise<void>((resolve) => waiting.push(resolve))
      isBusy = true
      const start = performance.now()
      try {
        return await job()
      } finally {
        secondsEach = secondsEach * 0.9 + (performance.now() - start) * 0.0001
        // Hand the slot over directly, so that no new job slips in between.
        const next = waiting.shift()
        if (next) next()
        else isBusy = false
      }
    },
  }
}

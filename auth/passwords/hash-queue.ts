import { tooMany } from '../errors.ts'

export type HashQueue = { run<T>(job: () => Promise<T>): Promise<T> }

/** One hash at a time, since each uses a core for about 30 ms. Throws 429 when the queue is full. */
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
        // Passes the slot on directly, so that no new job takes it.
        const next = waiting.shift()
        if (next) next()
        else isBusy = false
      }
    },
  }
}

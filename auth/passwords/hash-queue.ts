import { tooMany } from '../refused.ts'

/** Work that runs one at a time, the rest waiting in order. */
export type HashQueue = { run<T>(job: () => Promise<T>): Promise<T> }

/**
 * A lane for password hashes: each takes a processor core for some hundredths of a second, so one runs
 * at a time and at most `queue` wait; whoever comes then is told when to come again (429). So a storm
 * of sign-ins leaves the rest of the site its share of the machine.
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
        // The place is handed on rather than given back, so that no newcomer slips in between.
        const next = waiting.shift()
        if (next) next()
        else isBusy = false
      }
    },
  }
}

import { tooMany } from './refused.ts'

/** Work that runs a few at a time, the rest waiting in order. */
export type Lane = { run<T>(job: () => Promise<T>): Promise<T> }

/**
 * A lane for password hashes: each takes a processor core for some hundredths of a second, so at
 * most `width` run at once and at most `queue` wait; whoever comes then is told when to come again
 * (429). So a storm of sign-ins leaves the rest of the site its share of the machine.
 */
export function createLane({ width, queue }: { width: number; queue: number }): Lane {
  const waiting: (() => void)[] = []
  let running = 0
  let secondsEach = 0.03

  return {
    async run(job) {
      if (waiting.length >= queue) throw tooMany((waiting.length * secondsEach) / width)
      if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      const start = performance.now()
      try {
        return await job()
      } finally {
        secondsEach = secondsEach * 0.9 + (performance.now() - start) * 0.0001
        // The place is handed on rather than given back, so that no newcomer slips in between.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

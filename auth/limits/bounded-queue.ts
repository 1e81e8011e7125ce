export type BoundedQueue = {
  /** `by`: whose turn it is, for jobs that take turns; jobs without it go first. */
  run<T>(job: () => Promise<T>, by?: string | null): Promise<T>
}

type Options = {
  /** Jobs without a turn that may wait, and jobs with one. */
  most: number
  /** Jobs of one that may wait for their turns. */
  mostOfOne?: number
  /** A job that takes longer, because it waits for something, holds up no other. */
  holdMs?: number
  /** The error for a job that finds the queue full; `seconds` until it might find room. */
  full: (seconds: number) => Error
}

type Start = () => void

/**
 * One job at a time, for work that uses a core. Those who take turns are served round about, so
 * that one with many jobs delays another by one. Throws `full`.
 */
export function createBoundedQueue({
  most,
  mostOfOne = most,
  holdMs,
  full,
}: Options): BoundedQueue {
  const first: Start[] = []
  const turns = new Map<string, Start[]>()
  let waitingForTurns = 0
  let isBusy = false
  let secondsEach = 0.03

  return {
    async run(job, by = null) {
      if (isFullFor(by)) throw full((first.length + waitingForTurns) * secondsEach)
      if (isBusy) await new Promise<void>((start) => wait(start, by))
      isBusy = true
      const began = performance.now()
      const pass = passOnce()
      const late = holdMs === undefined ? undefined : setTimeout(pass, holdMs)
      try {
        return await job()
      } finally {
        clearTimeout(late)
        secondsEach = secondsEach * 0.9 + (performance.now() - began) * 0.0001
        pass()
      }
    },
  }

  function isFullFor(by: string | null): boolean {
    if (by === null) return first.length >= most
    return waitingForTurns >= most || (turns.get(by)?.length ?? 0) >= mostOfOne
  }

  function wait(start: Start, by: string | null): void {
    if (by === null) return void first.push(start)
    waitingForTurns += 1
    turns.set(by, [...(turns.get(by) ?? []), start])
  }

  /** Passes the slot on directly, so that no new job takes it. */
  function passOnce(): () => void {
    let isPassed = false
    return () => {
      if (isPassed) return
      isPassed = true
      const next = first.shift() ?? nextTurn()
      // What came in meanwhile is answered before the next job takes the core.
      if (next) setImmediate(next)
      else isBusy = false
    }
  }

  function nextTurn(): Start | undefined {
    const [turn] = turns
    if (!turn) return undefined
    const [by, [next, ...rest]] = turn
    waitingForTurns -= 1
    turns.delete(by)
    if (rest.length > 0) turns.set(by, rest)
    return next
  }
}

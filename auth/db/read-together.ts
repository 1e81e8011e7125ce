import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

const LONGEST_WAIT_MS = 50

/**
 * Returns a function that reads one thing. What is asked for during a call of `read`, or within a
 * turn of the event loop, is read together by the next, which begins when the one before has ended,
 * after 50 ms at most: in a rush one statement serves many requests. `read` returns what it found
 * at the place that it has in `asked`.
 */
export function readTogether<Asked, Found>(
  read: (requests: Asked[]) => Promise<Found[]>,
): (requests: Asked) => Promise<Found | undefined> {
  let last: Promise<unknown> = Promise.resolve()
  let next: { asked: Asked[]; found: Promise<Found[]> } | null = null

  return async (one) => {
    next ??= collect()
    const { asked, found } = next
    const place = asked.push(one) - 1
    return (await found)[place]
  }

  function collect() {
    const requests: Asked[] = []
    const found = last.then(turn).then(() => {
      next = null
      const reading = read(requests)
      last = Promise.race([reading.catch(() => undefined), wait(LONGEST_WAIT_MS)])
      return reading
    })
    return { asked: requests, found }
  }
}

import { setImmediate as turn } from 'node:timers/promises'

/**
 * Returns a function that reads one thing. What is asked for within a turn of the event loop is read
 * together, so that in a rush one statement serves many requests. `read` returns what it found at
 * the place that it has in `asked`.
 */
export function readTogether<Asked, Found>(
  read: (asked: Asked[]) => Promise<Found[]>,
): (asked: Asked) => Promise<Found | undefined> {
  let next: { asked: Asked[]; found: Promise<Found[]> } | null = null

  return async (one) => {
    next ??= collect()
    const { asked, found } = next
    const place = asked.push(one) - 1
    try {
      return (await found)[place]
    } catch (error) {
      if (asked.length === 1) throw error
      // It may have failed for another's.
      return (await read([one]))[0]
    }
  }

  function collect() {
    const asked: Asked[] = []
    const found = turn().then(() => {
      next = null
      return read(asked)
    })
    return { asked, found }
  }
}

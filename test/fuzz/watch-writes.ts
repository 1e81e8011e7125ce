import { expect } from 'vitest'

/**
 * Checks in batches that requests write nothing, because fingerprints of all tables take longer
 * than a request. `stored` returns fingerprints by table.
 */
export async function watchWrites(stored: () => Promise<Record<string, string>>) {
  let before = await stored()
  let pending: string[] = []
  let unchecked = 0

  return {
    expectNone: (request: string) => void pending.push(request),

    /** Fails when a request of the batch has written to any table but the `excused` ones. */
    async check({ excused = [], atLeast = 1 }: { excused?: string[]; atLeast?: number } = {}) {
      if (pending.length < atLeast) return
      const after = await stored()
      const written = Object.keys(after).filter((table) => after[table] !== before[table])
      const asked = pending
      before = after
      pending = []
      expect(
        written.filter((table) => !excused.includes(table)),
        `written by one of:\n${asked.join('\n')}`,
      ).toEqual([])
    },

    /** Takes the present state as the new baseline: a request was accepted. */
    async accept() {
      unchecked += pending.length
      pending = []
      before = await stored()
    },

    unchecked: () => unchecked,
  }
}

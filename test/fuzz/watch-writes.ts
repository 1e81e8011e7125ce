import { expect } from 'vitest'

/**
 * Watches that requests write nothing, many at a time, since looking at every table takes longer
 * than a request. `stored` gives fingerprints of all tables by name.
 */
export async function watchWrites(stored: () => Promise<Record<string, string>>) {
  let before = await stored()
  let pending: string[] = []
  let unchecked = 0

  return {
    /** This request must have written nothing. */
    expectNone: (request: string) => void pending.push(request),

    /** Fails when one of the last requests has written; `excused` tables are theirs to write to. */
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

    /** What is stored now is right: a request was accepted. */
    async accept() {
      unchecked += pending.length
      pending = []
      before = await stored()
    },

    /** Requests of which nobody can say, because one that was accepted came between. */
    unchecked: () => unchecked,
  }
}

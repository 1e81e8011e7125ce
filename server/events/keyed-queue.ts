/** Runs jobs with the same key in sequence, and others concurrently. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()
  return async function enqueue<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

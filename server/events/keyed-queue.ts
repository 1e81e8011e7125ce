/** Runs jobs with the same key in sequence, and others concurrently. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()
  return async function enqueue<T>(key: string, work: () => Promise<T>): Promise<T> {
    const current = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, current)
    try {
      return await current
    } finally {
      if (last.get(key) === current) last.delete(key)
    }
  }
}

import { vi } from 'vitest'

/** Asks again every 20 ms, for `seconds` at most, until `question` no longer throws. Gives its answer. */
export const until = <T>(question: () => T | Promise<T>, seconds = 60): Promise<T> =>
  vi.waitFor(question, { timeout: seconds * 1_000, interval: 20 })

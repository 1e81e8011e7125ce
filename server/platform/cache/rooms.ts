import { LRUCache } from 'lru-cache'

/**
 * Entries by key in two rooms, each of which evicts the one used longest ago. Entries of which there
 * may be endlessly many have the small room, a fifth. What is still being made evicts nothing.
 */
export type Rooms<T> = {
  get(key: string): T | undefined
  begin(key: string, entry: T): void
  /** Gives the entry its room, where it may evict another. */
  store(key: string, entry: T, isOneOfMany: boolean): void
  /** Forgets the key, unless it has another entry by now. */
  drop(key: string, entry: T): void
}

export function createRooms<T extends object | string>(max: number): Rooms<T> {
  const begun = new Map<string, T>()
  const usual = new LRUCache<string, T>({ max })
  const many = new LRUCache<string, T>({ max: Math.ceil(max / 5) })
  const all = [usual, many, begun]

  return {
    get: (key) => usual.get(key) ?? many.get(key) ?? begun.get(key),
    begin(key, entry) {
      if (usual.peek(key) !== entry && many.peek(key) !== entry) begun.set(key, entry)
    },
    store(key, entry, isOneOfMany) {
      for (const room of all) room.delete(key)
      const room = isOneOfMany ? many : usual
      room.set(key, entry)
    },
    drop(key, entry) {
      if (usual.peek(key) === entry) usual.delete(key)
      if (many.peek(key) === entry) many.delete(key)
      if (begun.get(key) === entry) begun.delete(key)
    },
  }
}

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

export function createRooms<T>(max: number): Rooms<T> {
  const begun = new Map<string, T>()
  const usual = new Map<string, T>()
  const many = new Map<string, T>()
  const all = [usual, many, begun]

  return {
    get(key) {
      const room = all.find((one) => one.has(key))
      const entry = room?.get(key)
      if (!room || entry === undefined) return undefined
      room.delete(key)
      room.set(key, entry)
      return entry
    },
    begin(key, entry) {
      if (!all.some((room) => room.get(key) === entry)) begun.set(key, entry)
    },
    store(key, entry, isOneOfMany) {
      for (const room of all) room.delete(key)
      const room = isOneOfMany ? many : usual
      room.set(key, entry)
      const most = isOneOfMany ? Math.ceil(max / 5) : max
      if (room.size > most) room.delete(room.keys().next().value ?? '')
    },
    drop(key, entry) {
      for (const room of all) if (room.get(key) === entry) room.delete(key)
    },
  }
}

/** Each member's tickets have a cache of their own, whose name ends in the id of the account. */
export const TICKETS = 'tickets of '

/** Removes the tickets of all accounts, or of all but one, from this browser. */
export async function forgetTickets(exceptOf?: string): Promise<void> {
  const names = await cacheNames()
  const others = names.filter((name) => name.startsWith(TICKETS) && name !== TICKETS + exceptOf)
  await Promise.all(others.map((name) => caches.delete(name)))
}

async function cacheNames(): Promise<string[]> {
  try {
    return (await globalThis.caches?.keys()) ?? []
  } catch {
    // A private window may refuse: nothing was saved in it.
    return []
  }
}

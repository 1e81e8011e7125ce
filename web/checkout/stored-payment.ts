const KEY = 'payment'

/**
 * Remembers for a reload of this tab that the provider has been asked for the money of this booking
 * (owner: see `bookingOwner`), so that he finds out what became of it and is not asked to pay again.
 */
export function rememberPayment(owner: string, orderId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify([owner, orderId]))
}

export function forgetPayment(): void {
  sessionStorage.removeItem(KEY)
}

/** The provider's order that this owner's money was last asked for with, or null. */
export function rememberedPayment(owner: string): string | null {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (!Array.isArray(kept) || kept[0] !== owner || typeof kept[1] !== 'string') return null
    return kept[1]
  } catch {
    // Written by something else: no payment of ours.
    return null
  }
}

const KEY = 'payment'

/**
 * Survives a reload, so that the page shows this payment's outcome and does not ask for another.
 */
export function storePayment(owner: string, orderId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify([owner, orderId]))
}

export function clearPayment(): void {
  sessionStorage.removeItem(KEY)
}

/** The provider's order id of this owner's last capture, or null. */
export function storedPayment(owner: string): string | null {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (!Array.isArray(kept) || kept[0] !== owner || typeof kept[1] !== 'string') return null
    return kept[1]
  } catch {
    return null
  }
}

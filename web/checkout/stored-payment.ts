const KEY = 'payment'

/** After a reload the page shows this payment's outcome and does not ask for another. */
export function storePayment(owner: string, orderId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify([owner, orderId]))
}

export function clearPayment(): void {
  sessionStorage.removeItem(KEY)
}

/** Returns the provider's order id, or null. */
export function storedPayment(owner: string): string | null {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed) || parsed[0] !== owner || typeof parsed[1] !== 'string') return null
    return parsed[1]
  } catch {
    return null
  }
}

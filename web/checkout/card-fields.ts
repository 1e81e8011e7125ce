import { createContext } from 'react-router'

/** Source of the provider's card fields; `standIn` is true when no money is taken. */
export type CardFields = { sdkUrl: string; clientId: string; standIn: boolean }

/** Set by the server from its configuration, for the loader. */
export const cardFields = createContext<CardFields>({ sdkUrl: '', clientId: '', standIn: true })

/**
 * Whether the document was loaded at /checkout: only that page's CSP allows the provider's script,
 * and client-side navigation keeps the first page's policy.
 */
export function isOwnDocument(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  // Without a navigation entry assume yes; the card form reports a failed load itself.
  return !opened || new URL(opened.name, location.href).pathname.replace(/\/$/, '') === '/checkout'
}

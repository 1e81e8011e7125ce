import { createContext } from 'react-router'

/** The provider's card fields: its script, as whose they are loaded, and whether no money is taken. */
export type CardFields = { sdkUrl: string; clientId: string; standIn: boolean }

/** What this site's settings say of them. The server, which knows them, puts it here for the loader. */
export const cardFields = createContext<CardFields>({ sdkUrl: '', clientId: '', standIn: true })

/**
 * Whether this document came from the server as checkout. Only that one's policy admits the provider's
 * script; a document that was opened at another address of the site keeps the policy it came with.
 */
export function isOwnDocument(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  // A browser that does not say: the card form then shows whether it may load, and offers a new try.
  return !opened || new URL(opened.name, location.href).pathname.replace(/\/$/, '') === '/checkout'
}

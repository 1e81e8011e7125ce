import { createContext } from 'react-router'

/** Source of the provider's card fields; `standIn` is true when no money is taken. */
export type CardFields = {
  sdkUrl: string
  clientId: string
  standIn: boolean
  /** Whether a member may pay from a PayPal account too. */
  hasPayPalButton: boolean
}

export const cardFields = createContext<CardFields>({
  sdkUrl: '',
  clientId: '',
  standIn: true,
  hasPayPalButton: false,
})

/** Whether the document was loaded at /checkout: only its CSP allows the provider's script. */
export function isOwnDocument(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  return !opened || new URL(opened.name, location.href).pathname.replace(/\/$/, '') === '/checkout'
}

import { createContext } from 'react-router'

/** Whom the link of this page opens, where the server knows it; null otherwise. */
export const shownOwner = createContext<string | null>(null)

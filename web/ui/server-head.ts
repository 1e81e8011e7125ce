import { createContext, type ReactNode } from 'react'

/** A breadcrumb; the last one, the page itself, has no address. */
export type Crumb = { label: string; to?: string | undefined }

/** What only the server adds to a page, for search engines and link previews. */
export type ServerHead = {
  linkPreview: ReactNode
  /** The page tells its breadcrumbs while it is rendered. */
  addTrail: (trail: readonly Crumb[]) => void
  /** Its elements as HTML, once the page has been rendered. */
  structuredData: () => string
}

/** Null in the browser. */
export const ServerHeadContext = createContext<ServerHead | null>(null)

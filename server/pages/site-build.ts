import type { RouterContext, ServerBuild } from 'react-router'
import type { EventWarning } from '../../domain/charity.ts'
import type { FilledForm } from '../../domain/contact.ts'
import type { Settings } from '../deps.ts'

export type ApiFetch = (path: string, init?: RequestInit) => Promise<ApiResponse>
type ApiResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>

/** A news item of the feed; `date` YYYY-MM-DD, `path` null for an external article. */
export type FeedItem = {
  id: number
  title: string
  date: string
  description: string
  path: string | null
}

type EntryModule = ServerBuild['entry']['module'] & {
  apiFetch: RouterContext<ApiFetch>
  mapTiles: RouterContext<{ url: string; attribution: string }>
  cardFields: RouterContext<Settings['cards']>
  reportError: RouterContext<(error: unknown) => void>
  externalNews: RouterContext<string>
  filledForm: RouterContext<FilledForm | null>
  shownOwner: RouterContext<string | null>
  ownWarning: RouterContext<EventWarning>
  /** Marks the build's own scripts in a page. */
  scriptNonce: RouterContext<string>
  newsItems: readonly FeedItem[]
  /** Paths of the pages whose medical or legal text nobody has ever approved. */
  unapprovedPages: readonly string[]
  /** The month ('' for all) and the page of the news that an address shows. */
  readNewsFilters: (query: URLSearchParams) => { archive: string; page: number }
  PLACEHOLDERS: Record<
    'origin' | 'charity' | 'year' | 'contactForm' | 'staging' | 'banners',
    string
  >
}

export type SiteBuild = ServerBuild & { entry: { module: EntryModule } }

export function isSiteBuild(module: unknown): module is SiteBuild {
  const entry = partOf(partOf(module, 'entry'), 'module')
  const names = [
    'apiFetch',
    'cardFields',
    'externalNews',
    'filledForm',
    'mapTiles',
    'newsItems',
    'readNewsFilters',
    'reportError',
    'scriptNonce',
    'shownOwner',
    'ownWarning',
    'unapprovedPages',
    'PLACEHOLDERS',
  ]
  return names.every((name) => partOf(entry, name))
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

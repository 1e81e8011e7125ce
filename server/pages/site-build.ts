import type { RouterContext, ServerBuild } from 'react-router'
import type { FilledForm } from '../../domain/contact.ts'
import type { Settings } from '../deps.ts'

export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

/** A piece of news as the feed tells of it; `date` YYYY-MM-DD, `path` null when it is elsewhere. */
export type FeedItem = {
  id: number
  title: string
  date: string
  description: string
  path: string | null
}

/**
 * What the web build hands to the server besides its routes: the keys under which pages look for
 * What the web build hands to the server besides its routes: the keys under which pages look for
 * their API, for the tiles of their maps, for the card fields, for what was typed into the contact form
 * and for someone to tell of errors, the news for its feed, and what stands in its pages for what a
 * build cannot know.
 */
type EntryModule = ServerBuild['entry']['module'] & {
  apiFetch: RouterContext<ApiFetch>
  /** Where map tiles come from, and the words the maker of the map asks for; url '' for none. */
  mapTiles: RouterContext<{ url: string; attribution: string }>
  /** Where checkout's card fields come from, as whose, and whether no money is taken. */
  cardFields: RouterContext<Settings['cards']>
  reportError: RouterContext<(error: unknown) => void>
  /** The article elsewhere that one piece of news leads to. */
  externalNews: RouterContext<string>
  /** The contact form that is shown again with what was wrong with it. */
  filledForm: RouterContext<FilledForm | null>
  newsItems: readonly FeedItem[]
  PLACEHOLDERS: Record<
    'origin' | 'donate' | 'supporter' | 'year' | 'contactForm' | 'staging',
    string
  >
}

export type SiteBuild = ServerBuild & { entry: { module: EntryModule } }

/** Whether a loaded module is a build of this site. */
export function isSiteBuild(module: unknown): module is SiteBuild {
  const entry = partOf(partOf(module, 'entry'), 'module')
  const names = [
    'apiFetch',
    'cardFields',
    'externalNews',
    'filledForm',
    'mapTiles',
    'newsItems',
    'reportError',
    'PLACEHOLDERS',
  ]
  return names.every((name) => partOf(entry, name))
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

import type { Deps } from '../deps.ts'
import { listEventIds } from '../events/events.queries.ts'
import type { ResponseBody } from '../platform/cache/cached-response.ts'
import { makeNewsFeed } from './news-feed.ts'
import { makeSecurityTxt } from './security-txt.ts'
import type { SiteBuild } from './site-build.ts'
import { makeRobots, makeSitemap } from './sitemap.ts'
import { unpublishedPages } from './unpublished.ts'
import { makeWebManifest } from './web-manifest.ts'

type Site = Pick<Deps, 'database' | 'now' | 'settings'> & { build: SiteBuild }

const GENERATED_FILES: Record<string, (site: Site) => ResponseBody | Promise<ResponseBody>> = {
  '/robots.txt': ({ settings }) => makeRobots(settings),
  '/.well-known/security.txt': ({ settings, now }) => makeSecurityTxt(settings, now()),
  '/site.webmanifest': makeWebManifest,
  '/news.xml': ({ build, settings }) => makeNewsFeed(settings, build.entry.module.newsItems),
  '/sitemap.xml': async ({ build, database, now, settings }) =>
    makeSitemap(
      settings.publicUrl,
      build.prerender.filter((path) => !unpublishedPages(build, settings).includes(path)),
      await listEventIds(database.db, now()),
    ),
}

/** Makes robots.txt, security.txt, the news feed or the sitemap; undefined for other paths. */
export function generatedFile(path: string, site: Site): (() => Promise<ResponseBody>) | undefined {
  const make = GENERATED_FILES[path]
  return make && (async () => make(site))
}

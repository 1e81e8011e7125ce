import type { ResponseBody } from '../cache/cached-response.ts'
import type { App, Settings } from '../deps.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { makeNewsFeed } from './news-feed.ts'
import { makeSecurityTxt } from './security-txt.ts'
import type { SiteBuild } from './site-build.ts'
import { makeRobots, makeSitemap } from './sitemap.ts'

type Site = { app: App; build: SiteBuild; settings: Settings; now: () => Date }

const GENERATED_FILES: Record<string, (site: Site) => ResponseBody | Promise<ResponseBody>> = {
  '/robots.txt': ({ settings }) => makeRobots(settings),
  '/.well-known/security.txt': ({ settings, now }) => makeSecurityTxt(settings, now()),
  '/news.xml': ({ build, settings }) => makeNewsFeed(settings, build.entry.module.newsItems),
  '/sitemap.xml': ({ app, build, settings }) =>
    makeSitemap(settings.publicUrl, build.prerender, inProcessFetch(app)),
}

/** Makes robots.txt, security.txt, the news feed or the sitemap; undefined for other paths. */
export function generatedFile(path: string, site: Site): (() => Promise<ResponseBody>) | undefined {
  const make = GENERATED_FILES[path]
  return make && (async () => make(site))
}

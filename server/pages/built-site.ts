import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { matchPath } from 'react-router'
import { createBoundedQueue } from '../../auth/limits/bounded-queue.ts'
import type { App, Deps } from '../deps.ts'
import { lastEventPage } from '../events/last-event-page.ts'
import type { CachedResponse, ResponseBody } from '../platform/cache/cached-response.ts'
import { createResponseCache, type Share } from '../platform/cache/response-cache.ts'
import { Refused } from '../platform/http/refused.ts'
import { CAMERA_HEADERS } from '../platform/http/security-headers.ts'
import type { Render } from '../platform/pages/page-without-scripts.ts'
import type { Present } from '../site/present.ts'
import {
  eventPageOf,
  eventsShown,
  isDayScreen,
  isForPrograms,
  isOffice,
  isSearchAddress,
  isUsualAddress,
  liveAddress,
  screenAddress,
} from './addresses.ts'
import { loadFiles } from './files.ts'
import { generatedFile } from './generated-files.ts'
import { createFinisher, createRender, REVALIDATE } from './render.ts'
import { isSiteBuild, type SiteBuild } from './site-build.ts'
import { asUnpublished, NOT_PUBLISHED, unpublishedPages } from './unpublished.ts'

export type BuiltSite = {
  /** Null for unknown API calls and files of an older build. */
  answer(
    path: string,
    search: string,
    sender: Sender,
  ): CachedResponse | Promise<CachedResponse | null> | null
  /** For one reader; takes its turn among those of its sender. */
  render(address: string, own: Parameters<Render>[1], site: string): ReturnType<Render>
}

/** Who asks for a page: the network whose renderings take turns with those of others, and its share. */
export type Sender = { site: string; share: Share | undefined }

const SERVICE_WORKERS = ['/ticket-worker.js', '/office/days/worker.js']
const SCAN_WORKER = /^\/office\/days\/scan\//
/** Renderings that may wait; each takes some 10 to 40 ms. */
const QUEUE = { most: 128, mostOfOne: 16, holdMs: 1_000 }
const NO_EVENT = { about: 'no event' } as const
const OFFICE = { name: 'office', headers: {} }
/** A day's screens may use the camera. */
const OFFICE_DAY = { name: 'office day', headers: CAMERA_HEADERS }
const NOT_FOR_SEARCH = { 'x-robots-tag': 'noindex' }

export async function loadBuiltSite(folder: string, app: App, deps: Deps): Promise<BuiltSite> {
  const build = await loadBuild(join(folder, 'server/index.js'))
  const { cache } = deps
  const finish = createFinisher(build, deps)
  const files = new Map<string, CachedResponse>()
  for (const part of ['client', 'office'])
    for (const [name, file] of await loadFiles(join(folder, part)))
      files.set(name, withOwnPolicy(name, file))
  const prerendered = await loadPrerendered(build, join(folder, 'client'))
  const unpublished = unpublishedPages(build, deps.settings)
  for (const path of unpublished)
    for (const end of ['', '.data']) prerendered.delete(`${path}${end}`)
  if (unpublished.length > 0)
    app.log.warn(
      { pages: unpublished },
      'nobody has approved the text of these pages: not published',
    )
  const office = await loadOffice(join(folder, 'office'), build)
  const rendering = createBoundedQueue({ ...QUEUE, full: () => new Refused('busy') })
  const renderNow = createRender(app, build, deps)
  const render: Render = (address, own) => rendering.run(() => renderNow(address, own))
  // Also the prerendered pages.
  const screens = createResponseCache({ maxAge: Number.POSITIVE_INFINITY, max: 400, now: deps.now })
  const patterns = patternsOf(build)
  let shown: Present | null = null

  return {
    answer(path, search, sender) {
      const file = files.get(path)
      if (file) return file
      if (isForPrograms(path)) return null
      const present = deps.site.present()
      if (present === shown) return answer(path, search, sender)
      return Promise.resolve(present).then((said) => {
        keepUpWith(said)
        return answer(path, search, sender)
      })
    },
    render: (address, own, site) => rendering.run(() => renderNow(address, own), site),
  }

  function keepUpWith(present: Present): void {
    if (present === shown) return
    shown = present
    cache.renewAll()
    screens.renewAll()
  }

  function answer(path: string, search: string, sender: Sender) {
    if (isOffice(path)) {
      const { name, headers } = isDayScreen(path) ? OFFICE_DAY : OFFICE
      return screens.answer(name, () => finishOffice(headers), NO_EVENT)
    }
    const page = prerendered.get(path)
    if (page) return screens.answer(`page ${path}`, () => finishPage(path, page), NO_EVENT)
    if (eventPageOf(path, search) > 1)
      return lastEventPage(deps).then((last) => answerLive(path, search, last, sender))
    const live = answerLive(path, search, 1, sender)
    if (live) return live
    const screen = screenAddress(path)
    if (screen !== null) return screens.answer(screen, () => renderScreen(screen), NO_EVENT)
    const make = generatedFile(path, { ...deps, build })
    const { share } = sender
    const usual = { about: 'no event', share, isUsual: true } as const
    if (make) return cache.answer(path, make, usual)
    if (unpublished.includes(path))
      return cache.answer(`missing ${NOT_PUBLISHED}`, renderUnpublished, usual)
    const pattern = patterns.find((known) => matchPath(known, path)) ?? '/*'
    return cache.answer(`missing ${pattern}`, () => renderMissing(pattern), usual)
  }

  function answerLive(
    path: string,
    search: string,
    lastEventPage: number,
    { site, share }: Sender,
  ) {
    const { readNewsFilters: readNews } = build.entry.module
    const live = liveAddress(path, search, { lastEventPage, readNews })
    if (live === null) return null
    const isUsual = isUsualAddress(live)
    const options = { about: eventsShown(path), isSearch: isSearchAddress(live), share, isUsual }
    const make = () => rendering.run(() => renderNow(live), isUsual ? null : site)
    return cache.answer(`page ${live}`, make, options)
  }

  async function finishOffice(more: Record<string, string>): Promise<ResponseBody> {
    const made = await finish(office, { type: 'text/html; charset=utf-8', address: '/office' })
    const headers = { ...made.headers, ...NOT_FOR_SEARCH, 'cache-control': 'no-store', ...more }
    return { ...made, headers, lasting: true }
  }

  async function finishPage(
    address: string,
    { text, type, headers: more }: Prerendered,
  ): Promise<ResponseBody> {
    const made = await finish(text, { type, address })
    const headers = { ...made.headers, 'cache-control': REVALIDATE, ...more }
    return { ...made, headers, lasting: true }
  }

  async function renderScreen(path: string): Promise<ResponseBody> {
    const made = await render(path)
    const headers = { ...made.headers, ...NOT_FOR_SEARCH, 'cache-control': 'no-store' }
    return { ...made, headers, lasting: true }
  }

  async function renderUnpublished(): Promise<ResponseBody> {
    return asUnpublished(await renderMissing(NOT_PUBLISHED))
  }

  async function renderMissing(pattern: string): Promise<ResponseBody> {
    const made = await render(pattern.replace(/:\w+|\*/g, 'not-found'))
    const headers = { ...made.headers, ...NOT_FOR_SEARCH, 'cache-control': 'no-store' }
    const status = made.status !== undefined && made.status >= 500 ? made.status : 404
    return { ...made, status, headers }
  }
}

/** The office's document: its screens load in the browser. */
async function loadOffice(folder: string, { entry }: SiteBuild): Promise<string> {
  const { staging } = entry.module.PLACEHOLDERS
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  return html.replace(/<body[^>]*>/, `$&\n    <div class="band">${staging}</div>`)
}

/** A worker works by its own policy, not by that of the page that starts it. */
function withOwnPolicy(name: string, file: CachedResponse): CachedResponse {
  if (SERVICE_WORKERS.includes(name)) {
    const policy = "default-src 'none'; connect-src 'self'"
    const headers = { 'content-security-policy': policy, 'cache-control': 'no-cache' }
    return { ...file, headers: { ...file.headers, ...headers } }
  }
  if (!SCAN_WORKER.test(name)) return file
  const policy = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"
  return { ...file, headers: { ...file.headers, 'content-security-policy': policy } }
}

async function loadBuild(file: string): Promise<SiteBuild> {
  const module: unknown = await import(pathToFileURL(file).href)
  if (!isSiteBuild(module)) throw new Error('build/server holds no build of this site')
  return module
}

/** A page of the build or its data, before the settings are filled in. */
type Prerendered = { text: string; type: string; headers?: Record<string, string> }

async function loadPrerendered(
  { prerender }: SiteBuild,
  folder: string,
): Promise<Map<string, Prerendered>> {
  const names = await readdir(folder, { recursive: true })
  const pages = new Map<string, Prerendered>()
  await Promise.all(
    prerender.map(async (path) => {
      const html = await readFile(join(folder, path, 'index.html'), 'utf8')
      pages.set(path, { text: html, type: 'text/html; charset=utf-8' })
      const data = `${path}.data`
      if (!names.includes(data.slice(1))) return
      pages.set(data, {
        text: await readFile(join(folder, data), 'utf8'),
        type: 'text/x-script; charset=utf-8',
        headers: { 'x-remix-response': 'yes' },
      })
    }),
  )
  return pages
}

function patternsOf({ routes }: SiteBuild): string[] {
  const known = Object.values(routes).flatMap((route) => (route ? [route] : []))
  const fullPath = (id: string | undefined): string => {
    const route = known.find((one) => one.id === id)
    return route ? `${fullPath(route.parentId)}/${route.path ?? ''}`.replace(/\/+/g, '/') : ''
  }
  return known.map(({ id }) => fullPath(id)).filter((path) => path.includes(':'))
}

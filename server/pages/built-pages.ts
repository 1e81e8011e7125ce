import { fileURLToPath } from 'node:url'
import { siteOf } from '../../auth/limits/ip-prefix.ts'
import type { App, Deps } from '../deps.ts'
import { sendCached } from '../platform/cache/send-cached.ts'
import { sendErrorPage } from '../platform/http/error-handler.ts'
import { shareOf } from '../platform/http/request-limits.ts'
import { type BuiltSite, loadBuiltSite } from './built-site.ts'
import { linkIn, sendLinkPage } from './link-page.ts'
import { yearOf } from './render.ts'

const BUILD = fileURLToPath(new URL('../../build', import.meta.url))

/** Loads the build on listen or on first use, and again in a new year. */
export async function builtPages(app: App, deps: Deps): Promise<void> {
  let site: BuiltSite | undefined
  let year: number | undefined
  let loading: Promise<BuiltSite> | undefined
  app.setErrorHandler(sendErrorPage)
  app.addHook('onListen', async () => {
    site = await load()
  })

  // For password managers (W3C, 'A Well-Known URL for Changing Passwords').
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_, reply) =>
    reply.redirect('/portal/sign-in', 303),
  )

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [path, search] = splitAddress(request.url)
    const bare = withoutTrailingSlash(path)
    if (bare !== path) return reply.redirect(bare + search, 308)
    const link = linkIn(path, search)
    const linkPage = link && (await sendLinkPage(reply, deps, link))
    if (linkPage) return linkPage
    if (!site || year !== yearOf(deps.now())) site = await load()
    const sender = { site: siteOf(request.ip), share: shareOf(app.limits, 'renderings', request) }
    const entry = await site.answer(path, search, sender)
    return entry ? sendCached(request, reply, entry) : reply.callNotFound()
  })

  app.pages.render = async (address, own, site) => (await load()).render(address, own, site)

  function load(): Promise<BuiltSite> {
    const thisYear = yearOf(deps.now())
    if (year !== thisYear) loading = undefined
    year = thisYear
    loading ??= loadBuiltSite(BUILD, app, deps).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

function splitAddress(url: string): [path: string, search: string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark)]
}

/** '/news/' becomes '/news'. Not for '//host/', which would redirect to another site. */
function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') && !path.includes('//') && !path.includes('\\')
    ? path.slice(0, -1)
    : path
}

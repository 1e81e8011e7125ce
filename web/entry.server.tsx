import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { IsChromeReused } from './chrome/reusable.tsx'
import { createChromeReuse } from './chrome/reused-chrome.server.ts'
import { markScripts, withNonce } from './mark-scripts.ts'
import { scriptsAfterPaint } from './scripts-after-paint.ts'
import { addHeadTags } from './seo/head-tags.server.ts'
import { structuredDataOf } from './seo/structured-data.server.ts'

export { filledForm } from './about/filled-form.ts'
export { apiFetch } from './api.ts'
export { cardFields } from './checkout/card-fields.ts'
export { shownOwner } from './link-owner/shown-owner.ts'
export { mapTiles } from './map/tiles.ts'
export { externalNews } from './news/external-news.ts'
export { newsItems, readNewsFilters } from './news/news.server.ts'
export { PLACEHOLDERS } from './placeholders.ts'

export const reportError = createContext<(error: unknown) => void>((error) => {
  console.error(error)
})

/** Receives the page as text: the response would encode it, only to be decoded again. */
export const renderedPage = createContext<{ html: string } | null>(null)

/** Of this build. In development header and footer may have changed since. */
export const chrome = createChromeReuse()

/**
 * Renders without streaming, because responses are cached and compressed. The server allows the
 * scripts that carry the nonce by hash, and removes the nonce.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = crypto.randomUUID()
  const { location, loaderData } = router.staticHandlerContext
  const isReused = import.meta.env.PROD && chrome.isKnown(location.pathname)
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const page = new Writable({
      write(chunk, _, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve()
        done()
      },
    })
    const site = (
      <IsChromeReused value={isReused}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </IsChromeReused>
    )
    const { pipe } = renderToPipeableStream(site, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(page),
      onShellError: reject,
    })
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = Buffer.concat(chunks).toString()
  if (!isReused) chrome.save(location.pathname, page)
  const complete = isReused ? chrome.restore(location.pathname, page) : page
  const marked = markScripts(complete, nonce)
  const whole = addHeadTags(marked, structuredDataOf(location.pathname, loaderData))
  const isWhole = import.meta.env.PROD && !isFilledByBrowser(router)
  const ready = isWhole ? scriptsAfterPaint(whole, ` nonce="${nonce}"`) : whole
  const html = withNonce(ready, nonce)
  const rendered = context.get(renderedPage)
  if (rendered) rendered.html = html
  return new Response(rendered ? null : html, { status, headers })
}

function isFilledByBrowser({ routeModules, staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => routeModules[route.id]?.HydrateFallback)
}

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(reportError)(error)
}

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { scriptsAfterPaint } from './scripts-after-paint.ts'
import { serverHeadOf } from './server-head.server.tsx'
import { themeBeforePaint } from './theme-before-paint.ts'
import { ServerHeadContext } from './ui/server-head.ts'

export { filledForm } from './about/filled-form.ts'
export { apiFetch } from './api.ts'
export { cardFields } from './checkout/card-fields.ts'
export { ownWarning } from './events/own-warning.ts'
export { shownOwner } from './link-owner/shown-owner.ts'
export { mapTiles } from './map/tiles.ts'
export { externalNews } from './news/external-news.ts'
export { newsItems, readNewsFilters } from './news/news.server.ts'
export { PLACEHOLDERS } from './placeholders.ts'
export { unapprovedPages } from './unapproved-pages.server.ts'

export const reportError = createContext<(error: unknown) => void>((error) => {
  console.error(error)
})

/** Of one page; pages rendered at build time share one, and show nothing that others wrote. */
export const scriptNonce = createContext('built')

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
  const nonce = context.get(scriptNonce)
  const stream = new PassThrough()
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ServerHeadContext value={serverHeadOf(router)}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </ServerHeadContext>,
      {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          pipe(stream)
          resolve()
        },
        onShellError: reject,
      },
    )
  })
  const whole = await text(stream)
  const isFinished = import.meta.env.PROD && !isFilledByBrowser(router)
  const page = isFinished ? scriptsAfterPaint(whole, nonce) : whole
  const html = page.replace('<head>', `$&${themeBeforePaint(nonce)}`)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

function isFilledByBrowser({ routeModules, staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => routeModules[route.id]?.HydrateFallback)
}

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(reportError)(error)
}

import { lazy, type ReactNode, Suspense, useContext } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  type MetaDescriptor,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router'
import './ui/tokens.css'
import './ui/base.css'
import { ApiError } from './api.ts'
import { MainPart } from './chrome/main-part.tsx'
import { RouteFocus } from './chrome/route-focus.ts'
import { BannersSaid, SiteBanners } from './chrome/site-banners.tsx'
import { SiteFooter } from './chrome/site-footer.tsx'
import { SiteHeader } from './chrome/site-header.tsx'
import { StayInTouch } from './chrome/stay-in-touch.tsx'
import { siteAddress } from './page-meta.ts'
import { SomethingWrong } from './pages/something-wrong.tsx'
import { PLACEHOLDERS } from './placeholders.ts'
import { bodyFont } from './ui/fonts.ts'
import { ServerHeadContext } from './ui/server-head.ts'
import { ToastRegion } from './ui/toast-region.tsx'
import { keepUpWithTranslators } from './ui/translated-text.ts'

if (!import.meta.env.SSR) keepUpWithTranslators()

// Read by charity.ts.
const CHARITY = import.meta.env.SSR ? PLACEHOLDERS.charity : document.body.dataset.charity

const NotFound = lazy(() => import('./not-found.tsx'))

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  { rel: 'preload', as: 'font', type: 'font/woff2', href: bodyFont, crossOrigin: 'anonymous' },
]

/** The document around every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content="#10243e" />
        <Meta />
        <CanonicalLink />
        {useContext(ServerHeadContext)?.linkPreview}
        <Links />
      </head>
      <body data-charity={CHARITY}>
        <a className="skip" href="#main">
          Skip to main content
        </a>
        <StagingBanner />
        <SiteBanners />
        <SiteHeader />
        <MainPart>{children}</MainPart>
        <StructuredData />
        <StayInTouch />
        <SiteFooter />
        <ToastRegion />
        <BannersSaid />
        <ScrollRestoration />
        <RouteFocus />
        <Scripts />
      </body>
    </html>
  )
}

/** Filled by the server on a staging host; empty elsewhere. */
function StagingBanner() {
  const html = import.meta.env.SSR ? PLACEHOLDERS.staging : ''
  return (
    <div
      className="band"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; the browser keeps what came with the page
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** Written by the server, after the page has told its breadcrumbs; the browser keeps it. */
function StructuredData() {
  const html = useContext(ServerHeadContext)?.structuredData() ?? ''
  return (
    <div
      hidden
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON with '<' escaped
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

export default function Site() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const status = statusOf(error)
  if (status !== 404) return <SomethingWrong status={status} />
  return (
    <Suspense>
      <NotFound />
    </Suspense>
  )
}

export function meta({ error }: { error?: unknown }): MetaDescriptor[] {
  if (!error) return []
  const title = statusOf(error) === 404 ? 'Page not found – CHAPS' : 'Something went wrong – CHAPS'
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

function CanonicalLink() {
  const { pathname } = useLocation()
  // Set by the meta of lists in pages.
  if (useRouteError() || /^\/(news|book-event-main)$/.test(pathname)) return null
  const address = siteAddress(pathname.replace(/(.)\/+$/, '$1'))
  return <link rel="canonical" href={address} suppressHydrationWarning />
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500
}

import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { SITE_NAME } from '../page-meta.ts'
import type { Route } from './+types/part.ts'
import { LoadingPortal } from './loading-portal.tsx'
import { PROFILE_PAGES } from './profile-index.tsx'
import type { ProfilePart } from './profile-pages.tsx'

type Part = {
  title: string
  /** 'your consents' is loaded, or could not be. */
  what: string
  /** The page with its data. */
  open: (request: Request) => Promise<ReactElement>
}

/** Pages of the portal by the last part of their address: one route keeps the route list small. */
const PARTS: Record<string, Part> = {
  'my-data': {
    title: 'All my data',
    what: 'your data',
    open: async (request) => (await import('./my-data.tsx')).openMyData(request),
  },
  consents: {
    title: 'Consents',
    what: 'your consents',
    open: async (request) => (await import('./consents.tsx')).openConsents(request),
  },
  payments: {
    title: 'Payments and receipts',
    what: 'your payments',
    open: async (request) => (await import('./receipts.tsx')).openReceipts(request),
  },
  letter: {
    title: 'The code from our letter',
    what: 'this page',
    open: async (request) => (await import('./letter.tsx')).openLetter(request),
  },
  contact: profilePart('contact', 'how we reach you'),
  'sign-in': profilePart('sign-in', 'how you sign in'),
  devices: profilePart('devices', 'your devices'),
  viewers: profilePart('viewers', 'who looked at your results'),
  erase: profilePart('erase', 'your data'),
}

function profilePart(part: ProfilePart, what: string): Part {
  return {
    title: PROFILE_PAGES[part],
    what,
    open: async (request) => (await import('./profile-pages.tsx')).openProfilePart(part, request),
  }
}

const NOT_FOUND: Part = {
  title: 'Page not found',
  what: 'this page',
  open: async () => {
    const { default: NotFound } = await import('../not-found.tsx')
    return <NotFound />
  },
}

export function meta({ params }: Route.MetaArgs) {
  const { title } = partOf(params.part)
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return partOf(params.part).open(request)
}

export function HydrateFallback() {
  const { what } = partOf(useParams().part)
  return <LoadingPortal>{`Loading ${what}`}</LoadingPortal>
}

export default function PortalPart({ loaderData }: Route.ComponentProps) {
  return <div data-portal="">{loaderData}</div>
}

export function ErrorBoundary() {
  const { title, what } = partOf(useParams().part)
  return <CouldNotLoad title={title} what={what} />
}

/** Of any other address the page that says so; the server has answered 404. */
function partOf(name = ''): Part {
  return PARTS[name] ?? NOT_FOUND
}

import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { screenTitle } from '../../content/pages.ts'
import { NeedsScript } from '../booking/needs-script.tsx'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { PortalPage } from '../portal/portal-page.tsx'
import { requireMember } from '../session.ts'
import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { StillWriting } from './title-only.tsx'

export { meta } from './title-screen.tsx'

/** Sends whoever is not signed in to /login (spec §2, protected routes). */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireMember({ request })
}

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Loading user data...</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

/** A screen of the portal that shows its title for now. */
export default function MemberTitleScreen() {
  const member = useLoaderData<typeof clientLoader>()
  return (
    <PortalPage title={screenTitle(useLocation().pathname)} member={member}>
      <StillWriting />
    </PortalPage>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title={screenTitle(useLocation().pathname)} what="your details" />
}

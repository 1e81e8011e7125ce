import { ApiError } from '../api.ts'
import { NeedsScript } from '../booking/needs-script.tsx'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { Helpline } from '../events/helpline.tsx'
import { ForOwner } from '../link-owner/for-owner.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/by-link.ts'

const TITLE = 'Your link'

export function meta() {
  return [{ title: `${TITLE} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** The pages of links that need no sign-in. The key is in the fragment, so that it reaches no log. */
export async function clientLoader() {
  const [, kind, key = ''] =
    /^#(prepare|follow|host|claim|invite)=([\w-]{20,60})$/.exec(location.hash) ?? []
  try {
    if (kind === 'prepare') {
      const { loadPreparation } = await import('./preparation.tsx')
      return { kind: 'preparation', key, ...(await loadPreparation(key)) } as const
    }
    if (kind === 'follow') {
      const { loadFollowUp } = await import('./follow-up.tsx')
      return { kind: 'follow_up', key, ...(await loadFollowUp(key)) } as const
    }
    if (kind === 'claim') {
      const { loadClaim } = await import('./claim.tsx')
      return { kind: 'claim', key, ...(await loadClaim(key)) } as const
    }
    if (kind === 'invite') {
      const { loadInvitation } = await import('./invitation.tsx')
      return { kind: 'invitation', key, ...(await loadInvitation(key)) } as const
    }
    if (kind === 'host') {
      const { loadHostPage } = await import('./host.tsx')
      return { kind: 'host', key, ...(await loadHostPage(key)) } as const
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  return null
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Opening your link</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

export default function ByLink({ loaderData: opened }: Route.ComponentProps) {
  if (opened)
    return <ForOwner link={{ kind: opened.kind, key: opened.key }}>{opened.screen}</ForOwner>
  return (
    <Wrap>
      <PageTitle>This link does not work</PageTitle>
      <Notice tone="warn" icon="clock" title="This link is wrong or has expired">
        <p>
          Open the link in our message again and make sure you use all of it. If it still does not
          work, call <Helpline /> .
        </p>
      </Notice>
      <p>
        <ButtonLink kind="quiet" to="/">
          Go to Home
        </ButtonLink>
      </p>
    </Wrap>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title={TITLE} what="your link" />
}

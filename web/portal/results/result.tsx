import { Link, RouterContextProvider, useRevalidator } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { ApiError, get } from '../../api.ts'
import { CouldNotLoad } from '../../events/could-not-load.tsx'
import { SITE_NAME } from '../../page-meta.ts'
import { requireMember } from '../../session.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadingPortal } from '../loading-portal.tsx'
import { PortalPage } from '../portal-page.tsx'
import type { Route } from './+types/result.ts'
import { ComingTest } from './coming-test.tsx'
import { loadNextTest } from './load-next-test.ts'
import { NoSuchResult } from './no-such-result.tsx'
import styles from './one-result.module.css'
import { OneResult } from './one-result.tsx'
import { resultText } from './result-text.ts'

export function meta() {
  return [{ title: `Your result – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const member = await requireMember({ request })
  const entry = await oneResult(member.profileId, params.id)
  const today = ukDate(new Date())
  const isAmber = entry?.result?.band === 'Amber'
  return { member, entry, today, next: isAmber ? await loadNextTest(entry, today) : null }
}

async function oneResult(profileId: number, id: string): Promise<MedicalResult | null> {
  try {
    const params = { id: profileId, result: id }
    const call = 'GET /api/medical/results/:id/:result'
    const { data } = await get(new RouterContextProvider(), call, { params })
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export function HydrateFallback() {
  return <LoadingPortal>Loading your result</LoadingPortal>
}

export default function Result({ loaderData }: Route.ComponentProps) {
  const { member, entry, today, next } = loaderData
  const { revalidate } = useRevalidator()
  if (!entry) {
    return (
      <PortalPage title="Result not found" member={member}>
        <NoSuchResult />
      </PortalPage>
    )
  }
  const { testDate } = resultText(entry)
  return (
    <PortalPage
      title={testDate ? `Your result of ${dayInWords(testDate)}` : 'Your result'}
      member={member}
    >
      <p className={styles.back}>
        <Link to="/medical-results">
          <Icon name="arrow-left" /> All your results
        </Link>
      </p>
      <OneResult
        entry={entry}
        today={today}
        profileId={member.profileId}
        onChanged={revalidate}
        places={next?.coming && <ComingTest member={member} coming={next.coming} level={2} />}
      />
    </PortalPage>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Your result" what="your result" />
}

import { Link, RouterContextProvider, useRevalidator } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { ApiError, get } from '../../api.ts'
import { NeedsScript } from '../../booking/needs-script.tsx'
import { CouldNotLoad } from '../../events/could-not-load.tsx'
import { SITE_NAME } from '../../page-meta.ts'
import { requireMember } from '../../session.ts'
import { Icon } from '../../ui/icon.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PortalPage } from '../portal-page.tsx'
import type { Route } from './+types/result.ts'
import { GpLetter } from './gp-letter.tsx'
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
  return { member, entry, today: ukDate(new Date()) }
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
  return (
    <Wrap>
      <Spinner>Loading your result</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

/** Printed, it is a letter to the GP. */
export default function Result({ loaderData }: Route.ComponentProps) {
  const { member, entry, today } = loaderData
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
    <>
      <div className={styles.screen}>
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
          />
        </PortalPage>
      </div>
      <GpLetter entry={entry} member={member} today={today} />
    </>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Your result" what="your result" />
}

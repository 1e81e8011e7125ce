import { RouterContextProvider } from 'react-router'
import { get } from '../api.ts'
import { NeedsScript } from '../booking/needs-script.tsx'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { Helpline } from '../events/helpline.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/medical-results.ts'
import styles from './medical-results.module.css'
import { NoResults } from './no-results.tsx'
import { PortalPage } from './portal-page.tsx'
import { RecordList } from './record.tsx'
import { ResultRow } from './result-row.tsx'

export function meta() {
  return [{ title: `Medical results – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** The member, his results and the appointments that have none yet, the latest first. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const member = await requireMember({ request })
  const { data } = await get(new RouterContextProvider(), 'GET /api/medical/results/:id', {
    params: { id: member.profileId },
  })
  return { member, results: data }
}

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Loading your results</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

/** The member's results (spec §2, portal). */
export default function MedicalResults({ loaderData }: Route.ComponentProps) {
  const { member, results } = loaderData
  return (
    <PortalPage title="Medical results" member={member}>
      {results.length === 0 ? (
        <NoResults />
      ) : (
        <>
          <RecordList>
            {results.map((result, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a record has no id, and the list is never reordered
              <ResultRow key={place} result={result} />
            ))}
          </RecordList>
          <div className={styles.after}>
            <Notice title="What a result can tell">
              <p>
                A normal PSA does not rule cancer out. Please see your GP if you notice changes when
                you pass urine, or blood.
              </p>
              <p>
                Questions about a result? Please ring <Helpline />.
              </p>
            </Notice>
          </div>
        </>
      )}
    </PortalPage>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Medical results" what="your results" />
}

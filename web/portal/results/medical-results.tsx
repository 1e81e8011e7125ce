import { RouterContextProvider } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { get } from '../../api.ts'
import { CouldNotLoad } from '../../events/could-not-load.tsx'
import { SITE_NAME } from '../../page-meta.ts'
import { requireMember } from '../../session.ts'
import { LoadingPortal } from '../loading-portal.tsx'
import { NextTest } from '../next-test.tsx'
import { PortalPage } from '../portal-page.tsx'
import record from '../record.module.css'
import type { Route } from './+types/medical-results.ts'
import { BeingChecked } from './being-checked.tsx'
import { ComingTest } from './coming-test.tsx'
import { LatestResult } from './latest-result.tsx'
import { LimitsOfTheTest } from './limits-of-the-test.tsx'
import { loadNextTest } from './load-next-test.ts'
import { NoResults } from './no-results.tsx'
import { OverTime } from './over-time.tsx'
import { ResultRow } from './result-row.tsx'
import { resultText } from './result-text.ts'
import styles from './results.module.css'

export function meta() {
  return [{ title: `Medical results – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** Latest first; `today` in London. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const member = await requireMember({ request })
  const { data, being_checked: isChecking = false } = await get(
    new RouterContextProvider(),
    'GET /api/medical/results/:id',
    {
      params: { id: member.profileId },
    },
  )
  const today = ukDate(new Date())
  const newest = data.find(({ result }) => result !== null)
  return { member, entries: data, isChecking, today, next: await loadNextTest(newest, today) }
}

export function HydrateFallback() {
  return <LoadingPortal>Loading your results</LoadingPortal>
}

export default function MedicalResults({ loaderData }: Route.ComponentProps) {
  const { member, entries, isChecking, today, next } = loaderData
  const latest = entries.find((entry) => resultText(entry).value !== null)
  const onTheWay = entries.filter(({ result, withheld }) => result === null && !withheld)
  const withheld = entries.filter((entry) => entry.withheld)
  const others = entries.filter((entry) => entry !== latest && entry.result !== null)
  const newest = entries.find(({ result }) => result !== null)
  const sinceThen = latest ? entries.slice(0, entries.indexOf(latest)) : entries
  const news = sinceThen.filter((entry) => resultText(entry).outcome !== null)
  return (
    <PortalPage title="Medical results" member={member}>
      {entries.length === 0 && !isChecking ? (
        <NoResults />
      ) : (
        <div className={styles.page}>
          {isChecking && <BeingChecked />}
          <NextTest member={member} recall={next.recall} />
          <Rows title="About your latest sample" entries={news} newest={newest} />
          {latest && (
            <LatestResult
              entry={latest}
              today={today}
              isNewest={latest === newest}
              isInvited={next.recall !== null}
            >
              {next.coming && <ComingTest member={member} coming={next.coming} level={3} />}
            </LatestResult>
          )}
          <Rows title="A result that we are checking" entries={withheld} />
          <Rows title="Tests on their way" entries={onTheWay} />
          <OverTime entries={entries} />
          <Rows title="Other results" entries={others.filter((entry) => !news.includes(entry))} />
          {!latest && <LimitsOfTheTest />}
        </div>
      )}
    </PortalPage>
  )
}

type RowsProps = { title: string; entries: MedicalResult[]; newest?: MedicalResult | undefined }

function Rows({ title, entries, newest }: RowsProps) {
  if (entries.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={record.rows}>
        {entries.map((entry) => (
          <ResultRow
            key={keyOf(entry)}
            entry={entry}
            isTracked={entry === newest || entry.result === null}
          />
        ))}
      </ul>
    </section>
  )
}

function keyOf({ appointment, result, steps }: MedicalResult): string {
  if (!result && !appointment) return `checked ${steps.map(({ on }) => on).join()}`
  return result ? `result ${result.result_id}` : `appointment ${appointment?.appointment_id}`
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Medical results" what="your results" />
}

import { Link, RouterContextProvider } from 'react-router'
import type { UserProfile } from '../../domain/contract.ts'
import type { MyData, MyRecord } from '../../domain/my-data.ts'
import { MY_DATA_LISTS } from '../../domain/my-data-lists.ts'
import { momentInWords, ukDate } from '../../domain/uk-time.ts'
import { get } from '../api.ts'
import { saveFile } from '../files.ts'
import { requireMember } from '../session.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { fieldText, valueText } from './my-data-text.ts'
import styles from './portal.module.css'
import { PortalPage } from './portal-page.tsx'
import { PortalSection } from './portal-section.tsx'

const TITLE = 'All my data'

export async function openMyData(request: Request) {
  const member = await requireMember({ request })
  const data = await get(new RouterContextProvider(), 'GET /api/my-data')
  return <MyDataPage member={member} data={data} />
}

function MyDataPage({ member, data }: { member: UserProfile; data: MyData }) {
  return (
    <PortalPage title={TITLE} member={member}>
      <p className={styles.intro}>
        This is everything we held about you at {momentInWords(new Date(data.prepared_at))}. It
        includes health details. Keep any file or printed copy somewhere only you can get to it.
      </p>
      <div className={styles.actions}>
        <Buttons>
          <Button onClick={() => download(data)}>Download as a file (JSON)</Button>
          <Button kind="quiet" icon="printer" onClick={() => window.print()}>
            Print
          </Button>
          <Link to="/portal">Back to your profile</Link>
        </Buttons>
      </div>
      <PortalSection title="Account">
        <RecordFacts record={data.account} />
      </PortalSection>
      {data.profile && (
        <PortalSection title="Profile">
          <RecordFacts record={data.profile} />
        </PortalSection>
      )}
      {MY_DATA_LISTS.map(([list, title]) => (
        <PortalSection key={list} title={title}>
          <Records records={data[list]} />
        </PortalSection>
      ))}
      <PortalSection title="What is not included">
        <ul className={styles.notes}>
          {data.not_included.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </PortalSection>
    </PortalPage>
  )
}

function Records({ records }: { records: MyRecord[] }) {
  if (records.length === 0) return <p className="soft">None.</p>
  return (
    <ol className={styles.records}>
      {records.map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes on this page
        <li key={index}>
          <RecordFacts record={record} />
        </li>
      ))}
    </ol>
  )
}

function RecordFacts({ record }: { record: MyRecord }) {
  return (
    <Facts>
      {Object.entries(record).map(([field, value]) => (
        <Fact key={field} term={fieldText(field)}>
          {field === 'answer_of_provider' && value !== null
            ? 'In the file that you can download'
            : (valueText(field, value) ?? <RecordFacts record={Object(value)} />)}
        </Fact>
      ))}
    </Facts>
  )
}

/** Builds the file from the data on this page, without another request. */
function download(data: MyData): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  saveFile(file, `chaps-${data.profile_id}-${ukDate(new Date(data.prepared_at))}.json`)
}

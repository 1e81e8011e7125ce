import { Link, RouterContextProvider } from 'react-router'
import type { UserProfile } from '../../domain/contract.ts'
import type { MyData } from '../../domain/my-data.ts'
import { type MyDataLine, myDataSections } from '../../domain/my-data-text.ts'
import { momentInWords, ukDate } from '../../domain/uk-time.ts'
import { get } from '../api.ts'
import { saveFile } from '../files.ts'
import { requireMember } from '../session.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
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
  const { full, empty } = myDataSections(data)
  return (
    <PortalPage title={TITLE} member={member}>
      <p className={styles.intro}>
        This is everything we held about you at {momentInWords(new Date(data.prepared_at))}. It
        includes health details. Keep any file or printed copy somewhere only you can get to it.
      </p>
      <div className={styles.actions}>
        <Buttons>
          <ButtonLink to="/api/my-data/pdf" reloadDocument download>
            Download to read or print (PDF)
          </ButtonLink>
          <Button kind="quiet" onClick={() => download(data)}>
            Download for another program (JSON)
          </Button>
          <Link to="/portal">Back to your profile</Link>
        </Buttons>
      </div>
      {full.map(({ title, records }) => (
        <PortalSection key={title} title={title}>
          <Records records={records} />
        </PortalSection>
      ))}
      <PortalSection title="Where we hold nothing">
        <ul className={styles.notes}>
          {empty.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      </PortalSection>
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

function Records({ records }: { records: MyDataLine[][] }) {
  return (
    <ol className={styles.records}>
      {records.map((lines, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes on this page
        <li key={index}>
          <Facts>
            {lines.map(([term, text], line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one name
              <Fact key={line} term={term}>
                {text}
              </Fact>
            ))}
          </Facts>
        </li>
      ))}
    </ol>
  )
}

/** Builds the file from the data on this page, without another request. */
function download(data: MyData): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  saveFile(file, `chaps-${data.profile_id}-${ukDate(new Date(data.prepared_at))}.json`)
}

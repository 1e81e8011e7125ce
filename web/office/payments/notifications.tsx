import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { UnknownNotification } from '../../../domain/office/payment-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import styles from './payment.module.css'

type Loaded = { data: UnknownNotification[] }

export function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  return read('GET /api/office/notifications', { signal: request.signal })
}

/** What PayPal reported and what had no effect here. */
export function Component() {
  const { data } = useLoaderData<Loaded>()
  return (
    <OfficePage
      title="PayPal reports that match no payment of ours"
      trail={[{ label: 'Payments', to: '/payments' }]}
      lede="Look each number up at PayPal. If it is about one of our payments, deal with it there and on the payment’s page."
    >
      {data.length === 0 && <p>There are no reports at the moment.</p>}
      <div className={styles.payment}>
        {data.map((one) => (
          <Report key={one.id} report={one} />
        ))}
      </div>
    </OfficePage>
  )
}

function Report({ report }: { report: UnknownNotification }) {
  const reportDone = useReportDone()
  const { id, type, about, received_at: at } = report
  async function markSeen(note: string) {
    const body = { note }
    await write('POST /api/office/notifications/:id/seen', { params: { id }, body })
    await reportDone('It is off the list.')
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{type}</h2>
      <p>
        {momentInWords(new Date(at))}: {about}
      </p>
      <ReasonForm
        name="note"
        id={`note-${id}`}
        submit="Take it off the list"
        label="What it was about"
        missing="Say what it was about."
        send={markSeen}
      />
    </section>
  )
}

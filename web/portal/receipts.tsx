import { Link, RouterContextProvider } from 'react-router'
import type { UserProfile } from '../../domain/contract.ts'
import { pounds } from '../../domain/money.ts'
import type { ListedReceipt } from '../../domain/receipts.ts'
import { dayInWords, momentInWords } from '../../domain/uk-time.ts'
import { get } from '../api.ts'
import { requireMember } from '../session.ts'
import styles from './portal.module.css'
import { PortalPage } from './portal-page.tsx'
import record from './record.module.css'
import { RecordHead } from './record.tsx'

const TITLE = 'Payments and receipts'

export async function openReceipts(request: Request) {
  const member = await requireMember({ request })
  const { receipts } = await get(new RouterContextProvider(), 'GET /api/receipts')
  return <Receipts member={member} receipts={receipts} />
}

function Receipts({ member, receipts }: { member: UserProfile; receipts: ListedReceipt[] }) {
  return (
    <PortalPage title={TITLE} member={member}>
      {receipts.length === 0 ? (
        <p className={styles.empty}>
          You have not paid us anything yet. When you pay for an appointment, you will find the
          receipt here.
        </p>
      ) : (
        <>
          <p className={styles.intro}>
            Each receipt is a PDF to keep or print. It shows what has been refunded since. Your
            appointments are under <Link to="/upcoming-events">Upcoming events</Link>.
          </p>
          <ul className={record.rows}>
            {receipts.map((receipt) => (
              <ReceiptRow key={receipt.payment_id} receipt={receipt} />
            ))}
          </ul>
        </>
      )}
    </PortalPage>
  )
}

function ReceiptRow({ receipt }: { receipt: ListedReceipt }) {
  const { payment_id: id, event_name: event, date, time, how, is_undone: isUndone } = receipt
  const { amount_pence: amount, refunded_pence: refunded, paid_at: paidAt } = receipt
  return (
    <li className={record.row}>
      <RecordHead
        level={2}
        title={`${pounds(amount)} for ${event}`}
        under={
          <>
            Appointment at{' '}
            <time dateTime={date}>
              {time} on {dayInWords(date)}
            </time>
          </>
        }
        badges={null}
      />
      {isUndone ? (
        <p>
          We removed the record of this payment, so there is no receipt. If you did pay it, please
          call us.
        </p>
      ) : (
        <>
          <p>
            {how}, {momentInWords(new Date(paidAt))}.
            {refunded > 0 && ` ${pounds(refunded)} refunded since.`}
          </p>
          <p className={record.links}>
            <a href={`/api/receipts/${id}`} download>
              Download the receipt<span className="visually-hidden"> for {event}</span>
            </a>
          </p>
        </>
      )}
    </li>
  )
}

import { Link } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import type { ListedInvoice } from '../../../domain/office/invoices.ts'
import { ButtonLink, Buttons } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { InvoiceTable } from '../invoices/invoice-table.tsx'
import { useCan } from '../session.ts'
import styles from './events.module.css'

/** What the host of the event has to pay, and has paid. */
export function EventInvoices({
  event,
  invoices,
}: {
  event: OfficeEvent
  invoices: readonly ListedInvoice[]
}) {
  const mayIssue = useCan('invoices.write')
  if (invoices.length === 0 && !mayIssue) return null
  const open = invoices.filter((one) => one.state !== 'cancelled')
  const owed = open.reduce((sum, one) => sum + one.owed_pence, 0)
  return (
    <section className={styles.history} aria-labelledby="invoices">
      <h2 id="invoices">Invoices to the host</h2>
      <div className={styles.stack}>
        {invoices.length === 0 ? (
          <p>There are no invoices for this event.</p>
        ) : (
          <>
            {owed > 0 && <p>The host still has {pounds(owed)} to pay.</p>}
            <InvoiceTable invoices={invoices} />
          </>
        )}
        {event.state === 'cancelled' && open.length > 0 && (
          <Notice tone="warn">
            <p>
              The event is cancelled. Open each invoice that the host does not have to pay, and
              cancel it with a credit note.
            </p>
          </Notice>
        )}
        {mayIssue && (
          <Buttons>
            <ButtonLink kind="quiet" to={`/events/${event.event_id}/invoice`}>
              New invoice or deposit
            </ButtonLink>
            <Link to="/invoices">All invoices</Link>
          </Buttons>
        )}
      </div>
    </section>
  )
}

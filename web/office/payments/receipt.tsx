import { useState } from 'react'
import type { OfficePayment } from '../../../domain/office/payment-schemas.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { download, write } from '../api.ts'
import { useAction } from '../parts/use-action.ts'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { Download } from '../tubes/day-forms.tsx'
import styles from './payment.module.css'

/** The receipt as a PDF, and by email to the address that the member signs in with. */
export function Receipt({ payment }: { payment: OfficePayment }) {
  const { id, is_undone: isUndone, captured_pence: captured } = payment
  const maySend = useCan('messages.write')
  if (isUndone)
    return <p>There is no receipt: the entry was undone, so this payment was never taken.</p>
  if (!captured) return <p>There is no receipt: nothing has been taken yet.</p>
  const params = { id }
  return (
    <div className={styles.parts}>
      <p>It says what was paid, how and for which appointment, and what has been refunded since.</p>
      <Buttons>
        <Download
          label="Receipt (PDF)"
          save={() =>
            download('GET /api/office/payments/:id/receipt', `receipt-${id}.pdf`, { params })
          }
          onDone={() => {}}
        />
        {maySend && <Send id={id} />}
      </Buttons>
    </div>
  )
}

function Send({ id }: { id: string }) {
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  // A lost answer repeats the same request; after a success the next press sends it again.
  const [count, setCount] = useState(0)
  const { isPending, run } = useAction(async () => {
    const { sent_to: to } = await write('POST /api/office/payments/:id/receipt-mails', {
      params: { id },
      idempotencyKey: keyOf({ id, count }),
    })
    setCount(count + 1)
    await reportDone(`We are sending the receipt to ${to}.`)
  })
  return (
    <Button kind="quiet" pending={isPending} onClick={run}>
      Send the receipt by email
    </Button>
  )
}

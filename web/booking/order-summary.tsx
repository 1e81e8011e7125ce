import type { CharityEvent } from '../../domain/contract.ts'
import { chargePence, howToPay } from '../../domain/events.ts'
import { NOTHING_TO_PAY } from '../../domain/how-to-pay.ts'
import { pounds } from '../../domain/money.ts'
import { dateParts } from '../../domain/uk-time.ts'
import { TextButton } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import styles from './order-summary.module.css'

type Props = {
  event: CharityEvent
  /** Null before sign-in. */
  forWhom: string | null
  time: string | null
  isClosed?: boolean
  isRepeat?: boolean
}

export function OrderSummary({ event, forWhom, time, isClosed = false, isRepeat = false }: Props) {
  const price = pounds(chargePence(event))
  const payment = howToPay(event)
  const { weekday, day, month } = dateParts(event.event_date)
  return (
    <div className={styles.summary}>
      <Panel title={isClosed ? 'Your Order' : 'Order summary'}>
        <dl className={styles.order}>
          <div>
            <dt>
              <b>{event.product_name}</b>
              <br />
              <span className="small">{event.event_name}</span>
              {event.event_description && (
                <span className={styles.about}>{event.event_description}</span>
              )}
            </dt>
            <dd>{price}</dd>
          </div>
          {forWhom !== null && (
            <div>
              <dt>For</dt>
              <dd>{forWhom}</dd>
            </div>
          )}
          <div>
            <dt>Time</dt>
            <dd>
              {weekday.slice(0, 3)} {Number(day)} {month}, {time ?? 'not chosen yet'}
            </dd>
          </div>
          <div>
            <dt>Subtotal</dt>
            <dd>{price}</dd>
          </div>
          {isRepeat && (
            <div>
              <dt>Your free repeat</dt>
              <dd>−{price}</dd>
            </div>
          )}
          <div className={styles.total}>
            <dt>Total</dt>
            <dd>{isRepeat ? pounds(0) : price}</dd>
          </div>
        </dl>
        {isRepeat && <p className="small soft">{NOTHING_TO_PAY}: this is your free repeat</p>}
        {!isRepeat && payment !== 'by card' && (
          <p className="small soft">
            {payment === 'nothing' ? NOTHING_TO_PAY : `Pay ${price} at the venue`}
          </p>
        )}
        {!isClosed && (
          <TextButton icon="plus" onClick={alertOneAtATime}>
            Add another service
          </TextButton>
        )}
      </Panel>
    </div>
  )
}

async function alertOneAtATime() {
  const { alert } = await import('../ui/dialog.tsx')
  await alert({
    title: 'Add another service',
    text: 'You can book only one service at a time. Finish this booking first, or call our booking helpline.',
  })
}

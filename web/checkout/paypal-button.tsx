import { PayPalButtons } from '@paypal/react-paypal-js'
import { useState } from 'react'
import styles from './checkout.module.css'
import type { CardPayment } from './pay.ts'

/** PayPal's own button, in its iframe. Nothing is shown where PayPal does not offer it. */
export function PayPalButton({ payment }: { payment: CardPayment }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.wallet}>
      {isShown && <p>or</p>}
      <PayPalButtons
        fundingSource="paypal"
        style={{ height: 48, label: 'pay' }}
        createOrder={payment.createPayPalOrder}
        onApprove={payment.approved}
        onCancel={payment.cancelled}
        onError={payment.failed}
        onInit={() => setShown(true)}
      />
    </div>
  )
}

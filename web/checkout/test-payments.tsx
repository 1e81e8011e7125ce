import styles from './checkout.module.css'

/** Stays in sight while no card is really charged. */
export function TestPayments() {
  return (
    <p className={styles.test}>
      <b>TEST PAYMENTS</b> <span>No money is taken.</span>
    </p>
  )
}

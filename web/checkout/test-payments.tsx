import styles from './checkout.module.css'

export function TestPayments() {
  return (
    <p className={styles.test}>
      <b>TEST PAYMENTS</b> <span>No money is taken.</span>
    </p>
  )
}

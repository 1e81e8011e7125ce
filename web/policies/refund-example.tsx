import styles from './refund-example.module.css'
import type { refundExample } from './refund-example.server.ts'

export function RefundExample(example: ReturnType<typeof refundExample>) {
  const { startsAt, price, fee, noticeDay, refundUntil, changeUntil, cases } = example
  const { paidOn, fullUntil } = example
  return (
    <section className={styles.example} aria-labelledby="example">
      <h2 id="example">An example</h2>
      <p>
        On {paidOn} a man pays {price} for an appointment at <b>{startsAt}</b>. The day before is a
        bank holiday, and the two days before that are a weekend. These do not count. The second
        business day before his appointment is {noticeDay}.
      </p>
      <ul>
        <li>
          He gets a full refund if he cancels by <b>{fullUntil}</b>, 14 days after paying.
        </li>
        <li>
          After that, he gets a refund minus the card processing charge if he cancels before{' '}
          <b>{refundUntil}</b>.
        </li>
        <li>
          He can change or cancel online until <b>{changeUntil}</b>, 48 hours before. Between these
          two times he can cancel but gets no refund.
        </li>
      </ul>
      <table>
        <caption>What he gets back if the card processing charge is {fee}</caption>
        <thead>
          <tr>
            <th scope="col">He cancels at</th>
            <th scope="col">We refund</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {cases.map(({ when, back, by }) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              <td>{back}</td>
              <td>{by ?? 'no refund'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

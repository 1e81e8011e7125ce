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
        bank holiday, and a weekend comes before that. Neither counts. The second business day
        before his appointment is {noticeDay}.
      </p>
      <ul>
        <li>
          He gets all of it back if he cancels by <b>{fullUntil}</b>, 14 days after paying.
        </li>
        <li>
          Later he gets it back less the card charge, if he cancels before <b>{refundUntil}</b>.
        </li>
        <li>
          He can change or cancel on the site until <b>{changeUntil}</b>, 48 hours before. Between
          these two moments he can cancel, but gets nothing back.
        </li>
      </ul>
      <table>
        <caption>What he gets back, if the card charge is {fee}</caption>
        <thead>
          <tr>
            <th scope="col">He cancels at</th>
            <th scope="col">We refund</th>
            <th scope="col">At the latest on</th>
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

import { Link } from 'react-router'
import { REPORTS, YEAR_2023, YEAR_2024 } from '../../content/statistics.ts'
import { count } from './count.ts'
import styles from './information-hub.module.css'

export function ResearchAndData() {
  return (
    <>
      <ul className={styles.reports}>
        <li>
          <h3>
            <Link to="/information-hub/statistics">Statistics of our screening events</Link>
          </h3>
          <p>
            What {count(YEAR_2023.tests)} tests found in 2023, and {count(YEAR_2024.men)} men at{' '}
            {YEAR_2024.events} events in 2024.
          </p>
        </li>
        {REPORTS.map(({ title, about, address }) => (
          <li key={address}>
            <h3>
              <a href={address}>{title}</a>
            </h3>
            <p>{about}</p>
            <p className="small soft">On another website: {new URL(address).hostname}</p>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        What the large trials say is on our <Link to="/about-us/research">research page</Link>.
      </p>
    </>
  )
}

import { SAMPLE_PEOPLE } from '../../content/charity.ts'
import styles from './sample-ribbon.module.css'

/** Says once that names and figures are invented; nothing when the charity has put in its own. */
export function SampleRibbon() {
  if (!SAMPLE_PEOPLE) return null
  return (
    <p className={styles.ribbon}>
      <b>Demonstration.</b> The people, organisations and accounts on this page are invented.
    </p>
  )
}

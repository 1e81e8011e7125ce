import { Prose } from '../../ui/prose.tsx'
import styles from './how-text-reads.module.css'

/** A text that staff wrote, as its readers see it; `html` is from the server and safe. */
export function HowTextReads({ html }: { html: string }) {
  return (
    <div className={styles.text}>
      <Prose html={html} />
    </div>
  )
}

import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import styles from './event.module.css'
import type { Warning } from './warnings.server.ts'

export function BeforeYouBook({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <section aria-labelledby="before-you-book">
      <h2 id="before-you-book">Before you book</h2>
      <ul className={styles.warnings}>
        {warnings.map(({ icon, title, words, link }) => (
          <li key={title}>
            <Icon name={icon} />
            <p>
              <b>{title}</b> {words} {link && <Link to={link.to}>{link.label}</Link>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

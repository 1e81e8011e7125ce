import { Icon } from '../ui/icon.tsx'
import styles from './account.module.css'

/** What went wrong with the form as a whole, in red under it (spec §8). */
export function FormProblem({ children }: { children: string | null }) {
  return (
    <div role="alert">
      {children && (
        <p className={styles.problem}>
          <Icon name="warning-circle" />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}

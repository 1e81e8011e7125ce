import { Icon } from '../ui/icon.tsx'
import { useScrollIntoView } from '../ui/use-scroll-into-view.ts'
import styles from './account.module.css'

/** An error of the whole form. */
export function FormProblem({ children }: { children: string | null }) {
  const box = useScrollIntoView<HTMLDivElement>(children)
  return (
    <div ref={box} role="alert" className={styles.status}>
      {children && (
        <p className={styles.problem}>
          <Icon name="warning-circle" />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}

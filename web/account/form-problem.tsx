import { Icon } from '../ui/icon.tsx'
import { useScrollIntoView } from '../ui/use-scroll-into-view.ts'
import styles from './account.module.css'

/** An error of the form as a whole (spec §8), announced and scrolled into view. */
export function FormProblem({ children }: { children: string | null }) {
  const box = useScrollIntoView<HTMLDivElement>(children)
  return (
    <div ref={box} role="alert" className={styles.told}>
      {children && (
        <p className={styles.problem}>
          <Icon name="warning-circle" />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}

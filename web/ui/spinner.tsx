import styles from './spinner.module.css'

type SpinnerProps = {
  /** What is being waited for, in words. */
  children?: string | undefined
  /** Lies over the whole window, which cannot be used meanwhile. */
  cover?: boolean | undefined
}

/** Says that work is under way, to eyes and ears. */
export function Spinner({ children = 'Loading...', cover }: SpinnerProps) {
  return (
    <div className={styles.spinner} role="status" data-cover={cover || undefined}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}

import styles from './spinner.module.css'

type SpinnerProps = {
  children?: string | undefined
  cover?: boolean | undefined
}

export function Spinner({ children = 'Loading...', cover }: SpinnerProps) {
  return (
    <div className={styles.spinner} role="status" data-cover={cover || undefined}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}

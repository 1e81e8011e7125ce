import styles from './spinner.module.css'

type SpinnerProps = {
  children?: string | undefined
  cover?: boolean | undefined
}

export function Spinner({ children = 'Loading...', cover }: SpinnerProps) {
  return (
    <div className={styles.spinner} role="status" data-cover={cover || undefined}>
      <Ring />
      <span>{children}</span>
    </div>
  )
}

/** The turning ring alone; `--ring-size`, `--ring-line` and `--ring-track` style it. */
export function Ring() {
  return <span className={styles.ring} aria-hidden="true" />
}

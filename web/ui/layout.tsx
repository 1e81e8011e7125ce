import { type ReactNode, useId } from 'react'
import styles from './layout.module.css'

export function Wrap({ children }: { children: ReactNode }) {
  return <div className="wrap">{children}</div>
}

type SectionProps = {
  title: ReactNode
  /** At most one tinted section (`sage`, `sand`) a page. */
  tone?: 'paper' | 'sage' | 'sand' | undefined
  /** In capitals, as the specification writes some labels. */
  caps?: boolean | undefined
  ruled?: boolean | undefined
  aside?: ReactNode
  id?: string | undefined
  children: ReactNode
}

export function Section(props: SectionProps) {
  const { title, tone = 'paper', caps, ruled, aside, id, children } = props
  const heading = useId()
  return (
    <section className={styles.section} data-tone={tone} id={id} aria-labelledby={heading}>
      <Wrap>
        <div className={styles.head} data-ruled={ruled || undefined}>
          <h2 id={heading} className={caps ? 'caps' : undefined}>
            {title}
          </h2>
          {aside}
        </div>
        {children}
      </Wrap>
    </section>
  )
}

type SplitProps = {
  /** Columns from 900 px: heading and content 4:8, halves 6:6, content and action 7.4:4.6. */
  ratio?: 'side' | 'half' | 'wide' | undefined
  children: [ReactNode, ReactNode]
}

export function Split({ ratio = 'side', children }: SplitProps) {
  return (
    <div className={styles.split} data-ratio={ratio}>
      <div>{children[0]}</div>
      <div>{children[1]}</div>
    </div>
  )
}

import { type ReactNode, useId } from 'react'
import styles from './layout.module.css'

/** The page's column: 1120 px at most, with a gutter on both sides. */
export function Wrap({ children }: { children: ReactNode }) {
  return <div className="wrap">{children}</div>
}

/** Children one under another; `roomy` for blocks, else for paragraphs. */
export function Stack({ roomy, children }: { roomy?: boolean; children: ReactNode }) {
  return <div className={roomy ? 'stack-roomy' : 'stack'}>{children}</div>
}

type SectionProps = {
  /** The h2 that names the section. */
  title: ReactNode
  /** Of the panels (`sage`, `sand`) one a page. */
  tone?: 'paper' | 'sage' | 'sand' | undefined
  /** The title is shown in capitals, as the specification writes some labels. */
  caps?: boolean | undefined
  /** A navy rule above the title. */
  ruled?: boolean | undefined
  /** At the right of the title, under it on a phone. */
  aside?: ReactNode
  id?: string | undefined
  children: ReactNode
}

/** A part of a page across its whole width, headed by an h2. */
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
  /** Columns from 900 px: heading and matter 4:8, halves 6:6, matter and action 7.4:4.6. */
  ratio?: 'side' | 'half' | 'wide' | undefined
  children: [ReactNode, ReactNode]
}

/** Two columns, one under the other on a narrow screen. */
export function Split({ ratio = 'side', children }: SplitProps) {
  return (
    <div className={styles.split} data-ratio={ratio}>
      <div>{children[0]}</div>
      <div>{children[1]}</div>
    </div>
  )
}

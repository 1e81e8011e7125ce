import type { ReactNode } from 'react'
import signpost from '../ui/art/signpost.svg'
import styles from './error-page.module.css'

type ErrorPageProps = { number?: string; title: string; words: string; children: ReactNode }

export function ErrorPage({ number, title, words, children }: ErrorPageProps) {
  return (
    <div className="wrap">
      <div className={styles.lost}>
        <div className="stack-roomy">
          <p className={styles.number}>{number}</p>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="lede">{words}</p>
          {children}
        </div>
        <img src={signpost} width={560} height={420} alt="" />
      </div>
    </div>
  )
}

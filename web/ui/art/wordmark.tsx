import type { ReactNode } from 'react'
import type { Sign, Supporter } from '../../../content/supporters.ts'
import styles from './art.module.css'

/** A supporter's name beside a sign, in place of a logo; its text is the accessible name. */
export function Wordmark({ name, kind, sign }: Supporter) {
  return (
    <svg
      className={styles.wordmark}
      viewBox="0 0 240 88"
      role="img"
      aria-label={`${name}, ${kind}`}
    >
      <g transform="translate(14 22)" fill="none" strokeWidth="3.5" strokeLinejoin="round">
        {SIGNS[sign]}
      </g>
      <text x="70" y="45" className={styles.name}>
        {name}
      </text>
      <text x="71" y="66" className={styles.kind}>
        {kind}
      </text>
    </svg>
  )
}

// 44 by 44 each, in the current text colour.
const SIGNS: Record<Sign, ReactNode> = {
  arc: <path d="M2 36a20 20 0 0 1 40 0M12 36a10 10 0 0 1 20 0" />,
  leaf: <path d="M6 38C6 14 20 6 40 4c0 22-8 34-26 34Zm0 0L28 16" />,
  wave: <path d="M2 14c7-8 13-8 20 0s13 8 20 0M2 30c7-8 13-8 20 0s13 8 20 0" />,
  ring: (
    <>
      <circle cx="22" cy="22" r="19" />
      <circle cx="22" cy="22" r="8" />
    </>
  ),
  chevron: <path d="M4 24 22 8l18 16M4 38 22 22l18 16" />,
  sun: (
    <>
      <path d="M8 32a14 14 0 0 1 28 0" />
      <path d="M2 38h40M22 4v8M4 14l6 6M40 14l-6 6" />
    </>
  ),
  square: <path d="M4 4h36v36H4ZM4 22h18V4M22 40V22h18" />,
}

import type { ReactNode } from 'react'
import type { Sign, Supporter } from '../../../content/supporters.ts'
import styles from './art.module.css'

/** A supporter's name beside a sign, on a phone below it, in place of a logo. */
export function Wordmark({ name, kind, sign }: Supporter) {
  return (
    <div className={styles.wordmark} role="img" aria-label={`${name}, ${kind}`}>
      <svg viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
        <g fill="none" strokeWidth="3.5" strokeLinejoin="round">
          {SIGNS[sign]}
        </g>
      </svg>
      <span>
        <b>{name}</b>
        {kind}
      </span>
    </div>
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
  anchor: (
    <>
      <circle cx="22" cy="7" r="4" />
      <path d="M22 11v29M12 18h20M4 26c2 9 9 14 18 14s16-5 18-14" />
    </>
  ),
  house: <path d="M4 20 22 5l18 15M9 17v23h26V17M18 40V27h8v13" />,
  page: <path d="M8 3h20l8 8v30H8ZM28 3v8h8M15 20h14M15 28h14" />,
  shield: <path d="M22 3 39 9v12c0 10-7 16-17 20C12 37 5 31 5 21V9ZM22 3v38" />,
  drop: <path d="M22 3c9 11 14 17 14 24a14 14 0 0 1-28 0c0-7 5-13 14-24ZM15 28a7 7 0 0 0 7 7" />,
  wheel: (
    <>
      <circle cx="22" cy="22" r="15" />
      <path d="M22 2v13M22 29v13M2 22h13M29 22h13M8 8l9 9M27 27l9 9M36 8l-9 9M17 27l-9 9" />
    </>
  ),
  peak: <path d="M2 38 16 10l9 17 5-8 12 19ZM11 20l5 4 5-4" />,
}

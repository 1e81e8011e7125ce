import { BANDS } from '../../../content/thresholds.ts'
import type { Band } from '../../../domain/results.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './results.module.css'

const SIGNS = { Green: 'check-circle', Amber: 'warning-circle', Red: 'stethoscope' } as const

/** 'Green: normal', or 'Green' when short. */
export function BandMark({ band, isShort }: { band: Band; isShort?: boolean }) {
  return (
    <span className={isShort ? `${styles.band} ${styles.short}` : styles.band} data-band={band}>
      <Icon name={SIGNS[band]} />
      <span>{isShort ? band : `${band}: ${chapsText(band)?.means.toLowerCase()}`}</span>
    </span>
  )
}

/** The charity's wording for a band. */
export function chapsText(band: Band) {
  return BANDS.find(({ colour }) => colour === band)
}

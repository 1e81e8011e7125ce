import type { MedicalResult } from '../../../domain/contract.ts'
import record from '../record.module.css'
import styles from './results.module.css'

/** How a card looks that shows this result: its rule has the colour of the band in the record. */
export function resultCard({ result }: MedicalResult) {
  return {
    className: `${record.card} ${styles.edge}`,
    'data-band': result?.band ?? undefined,
  }
}

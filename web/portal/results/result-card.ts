import type { MedicalResult } from '../../../domain/contract.ts'
import record from '../record.module.css'
import styles from './results.module.css'

export function resultCard({ result }: MedicalResult) {
  return {
    className: `${record.card} ${styles.edge}`,
    'data-band': result?.band ?? undefined,
  }
}

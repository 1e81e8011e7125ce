import type { MedicalResult } from '../../../domain/contract.ts'
import record from '../record.module.css'
import styles from './results.module.css'

/** A result that was replaced has no colour. */
export function resultCard({ result, replaced_by }: MedicalResult) {
  return {
    className: `${record.card} ${styles.edge}`,
    'data-band': (!replaced_by && result?.band) || undefined,
  }
}

import type { MedicalResult } from '../../../domain/contract.ts'
import { BandMark } from './band-mark.tsx'
import { resultText } from './result-text.ts'
import styles from './results.module.css'

/** The colour, then the number: what the member came for. */
export function Found({ entry }: { entry: MedicalResult }) {
  const { value } = resultText(entry)
  const band = entry.replaced_by ? null : entry.result?.band
  if (!band && !value) return null
  return (
    <div className={styles.found}>
      {band && (
        <p>
          <BandMark band={band} />
        </p>
      )}
      {value && (
        <p className={styles.big}>
          {value.result} <small>{value.unit}</small>
        </p>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import type { MedicalResult } from '../../../domain/contract.ts'
import { BandMark } from './band-mark.tsx'
import { resultWords } from './result-words.ts'
import styles from './results.module.css'

export function Found({ entry, children }: { entry: MedicalResult; children: ReactNode }) {
  const { value } = resultWords(entry)
  const band = entry.replaced_by ? null : entry.result?.band
  return (
    <div className={styles.found}>
      {value && (
        <p className={styles.big}>
          {value.result} <small>{value.unit}</small>
        </p>
      )}
      <div className="stack">
        {band && (
          <p>
            <BandMark band={band} />
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

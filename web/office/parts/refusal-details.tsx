import type { ApiError } from '../../api.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './refusal-details.module.css'
import { detailsOf } from './refusal-text.ts'

/** Why something was refused, with what the server says about it. */
export function RefusalDetails({ error }: { error: ApiError }) {
  const details = detailsOf(error)
  return (
    <Notice tone="warn" role="alert">
      <p>{error.message}</p>
      {details.length > 0 && (
        <ul className={styles.details}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

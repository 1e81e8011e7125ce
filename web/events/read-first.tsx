import { Notice } from '../ui/notice.tsx'
import styles from './listing.module.css'

export function ReadFirst({ isFolded }: { isFolded: boolean }) {
  return (
    <Notice tone="warn">
      <details open={!isFolded} className={styles.read}>
        <summary>
          <h2>Important Please Read</h2>
        </summary>
        <ol>
          <li>
            Register first. <b>Registering does not book a place.</b>
          </li>
          <li>You are not booked until you get a confirmation email.</li>
          <li>Use your full first names, as on your passport or driving licence.</li>
          <li>Check your name and date of birth.</li>
          <li>Your NHS number must be 10 digits.</li>
        </ol>
      </details>
    </Notice>
  )
}

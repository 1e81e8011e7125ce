import { HOUR_MS } from '../../domain/durations.ts'
import { momentInWords, ukTime } from '../../domain/uk-time.ts'
import styles from './hold-bar.module.css'
import type { StoredHold } from './stored-hold.ts'
import { minutesInWords, spokenWarning } from './time-left.ts'
import { useClock } from './use-clock.ts'

/** A live region announces only the last minutes. */
export function HoldBar({ hold, advice }: { hold: StoredHold; advice: string }) {
  const remaining = Math.max(hold.until - useClock(), 0)
  return (
    <div className={styles.bar}>
      <Ring share={remaining / (15 * 60_000)} />
      <p className={styles.words}>
        <b>{hold.time} is held for you</b>
        <br />
        <HeldUntil hold={hold} remaining={remaining} /> {advice}
      </p>
      <p role="status" className="visually-hidden">
        {spokenWarning(remaining)}
      </p>
    </div>
  )
}

/** A place that is held by invitation is held for days. */
function HeldUntil({ hold, remaining }: { hold: StoredHold; remaining: number }) {
  const ends = new Date(hold.expiresAt)
  if (ends.getTime() - hold.until > HOUR_MS)
    return (
      <>
        Until <strong>{momentInWords(ends)}</strong>.
      </>
    )
  return (
    <>
      Until {ukTime(ends)}, which is <strong>{minutesInWords(remaining)}</strong> from now.
    </>
  )
}

const AROUND = 2 * Math.PI * 20

function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 48 48" className={styles.ring} aria-hidden="true">
      <circle cx="24" cy="24" r="20" stroke="var(--band-hover)" />
      <circle
        cx="24"
        cy="24"
        r="20"
        stroke="var(--sage-300)"
        strokeDasharray={`${share * AROUND} ${AROUND}`}
        transform="rotate(-90 24 24)"
      />
      <path d="M24 14v10l6 5" stroke="var(--on-band)" strokeWidth="3" />
    </svg>
  )
}

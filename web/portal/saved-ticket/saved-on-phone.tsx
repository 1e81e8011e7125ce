import { useEffect, useState } from 'react'
import type { Appointment } from '../../../domain/contract.ts'
import { reportClientError } from '../../report-error.ts'
import styles from '../upcoming-events.module.css'

/** Saves the tickets, and says so once they are saved. */
export function SavedOnPhone({ appointments }: { appointments: readonly Appointment[] }) {
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    import('./save-tickets.ts')
      .then(({ saveTickets }) => saveTickets(appointments))
      .then(setSaved, (error: unknown) => reportClientError('The ticket is not saved', error))
  }, [appointments])
  if (!isSaved) return null
  return (
    <p className={styles.saved}>
      Your ticket is saved on this device. You can open Upcoming events without a connection until
      the day is over. Signing out removes it.
    </p>
  )
}

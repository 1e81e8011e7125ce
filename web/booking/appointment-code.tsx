import type { Appointment } from '../../domain/contract.ts'
import styles from './appointment-code.module.css'

/** The QR code for the door, drawn by the server. */
export function AppointmentCode({ appointment }: { appointment: Appointment }) {
  const { appointment_id: id, reference } = appointment
  return (
    <figure className={styles.code}>
      <img
        src={`/api/appointments/${id}/code.png`}
        alt={`QR code of your booking reference ${reference}`}
        width={174}
        height={174}
      />
      <figcaption>
        Show this code at the door, on your phone or on paper. It holds only your booking reference.
        You can also just give your name.
      </figcaption>
    </figure>
  )
}

import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Appointment } from '../../domain/contract.ts'
import { currentSession } from '../auth-client.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './add-to-calendar.module.css'

type Props = { appointment: Appointment; isPrimary?: boolean }

/** The neutral title is for calendars that others can see. */
export function AddToCalendar({ appointment, isPrimary = false }: Props) {
  const file = `/api/appointments/${appointment.appointment_id}/calendar.ics`
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  // A plain link would show the API's JSON error once the session has ended.
  async function fetchFile(click: MouseEvent<HTMLAnchorElement>) {
    click.preventDefault()
    const { href } = click.currentTarget
    try {
      if (await currentSession()) return location.assign(href)
      await navigate(`/login?from=${encodeURIComponent(pathname + search)}`)
    } catch {
      toast({ text: 'Failed to load the calendar entry. Please try again later.', tone: 'error' })
    }
  }

  const neutral = (
    <a href={`${file}?title=neutral`} onClick={fetchFile}>
      add it as ‘Health appointment’
    </a>
  )
  if (isPrimary) {
    return (
      <div className={styles.primary}>
        <ButtonLink to={file} icon="calendar-blank" reloadDocument onClick={fetchFile}>
          Add to your calendar
        </ButtonLink>
        <span>or, if other people can see your calendar, {neutral}</span>
      </div>
    )
  }
  return (
    <p className={styles.calendar}>
      <Icon name="calendar-blank" />
      <span>
        <a href={file} onClick={fetchFile}>
          Add to your calendar
        </a>{' '}
        or, if others can see it, {neutral}
      </span>
    </p>
  )
}

import { useState } from 'react'
import { MOST_TICKED } from '../../../domain/office/attendee-messages.ts'
import type { Attendee } from '../../../domain/office/attendee-schemas.ts'
import styles from './events.module.css'

export type Ticks = ReturnType<typeof useTicks>

/** The ticked rows of a tab, by their ids of appointments or waits; another tab begins again. */
export function useTicks(tab: string) {
  const [ticked, setTicked] = useState({ tab, ids: [] as number[] })
  const ids = ticked.tab === tab ? ticked.ids : []
  function tick(id: number, isTicked: boolean) {
    const others = ids.filter((one) => one !== id)
    setTicked({ tab, ids: isTicked ? [...others, id] : others })
  }
  return { ids, tick, search: ids.length > 0 ? `&ids=${ids.join()}` : '' }
}

export function Tick({ attendee, ticks: { ids, tick } }: { attendee: Attendee; ticks: Ticks }) {
  const id = attendee.appointment_id ?? attendee.wait_id ?? 0
  const isTicked = ids.includes(id)
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={isTicked}
        disabled={!isTicked && ids.length >= MOST_TICKED}
        onChange={({ target }) => tick(id, target.checked)}
      />
      <span className="visually-hidden">Message {attendee.name}</span>
    </label>
  )
}

import { useEffect, useRef, useState } from 'react'
import { planInWords } from '../../../domain/office/slot-plan.ts'
import { isCalendarDate, ukDate } from '../../../domain/uk-time.ts'
import { readDay } from './event-form.ts'
import styles from './events.module.css'

/** The places of the day as its fields are typed; it stands in the same form. */
export function PlacesLine() {
  const box = useRef<HTMLParagraphElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form) return
    const show = () => setText(placesOf(new FormData(form)))
    show()
    form.addEventListener('input', show)
    return () => form.removeEventListener('input', show)
  }, [])
  return (
    <p ref={box} role="status" className={styles.places}>
      {text}
    </p>
  )
}

/** Without a date as of a day today; '' while a time or number is missing. */
function placesOf(typed: FormData): string {
  const wrong: string[] = []
  const { event_date: date, slot_plan: plan } = readDay(typed, (field) => void wrong.push(field))
  if (wrong.some((field) => field !== 'event_date')) return ''
  return planInWords(isCalendarDate(date) ? date : ukDate(new Date()), plan)
}

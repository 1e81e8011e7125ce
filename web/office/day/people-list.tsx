import { startTransition, useEffect, useState } from 'react'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import styles from './day.module.css'
import type { Task } from './day-tasks.ts'
import { PersonRow } from './person-row.tsx'

const FIRST = 8
const MORE = 40
const PAUSE_MS = 60

/** Rows of people, or the sentence `empty`; `label` names the list. */
export function PeopleList({
  people,
  label,
  empty,
  late,
  hasSlips,
  onTask,
}: {
  people: readonly ShownPerson[]
  label: string
  empty: string
  late: ReadonlySet<ShownPerson>
  hasSlips: boolean
  onTask: (person: ShownPerson, task: Task) => void
}) {
  const drawn = useGrowing(label, people.length)
  if (people.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <ol className={styles.people} aria-label={label}>
      {people.slice(0, drawn).map((person) => (
        <PersonRow
          key={person.walk_in ?? person.appointment_id}
          person={person}
          isLate={late.has(person)}
          hasSlips={hasSlips}
          onTask={onTask}
        />
      ))}
    </ol>
  )
}

/**
 * How many rows of a list are drawn: a screenful at once, all of them soon afterwards, so that
 * a press and a letter need not wait for hundreds.
 */
function useGrowing(list: string, length: number): number {
  const [grown, setGrown] = useState({ list, count: FIRST })
  const count = grown.list === list ? grown.count : FIRST
  useEffect(() => {
    if (count >= length) return
    const grow = () => startTransition(() => setGrown({ list, count: count + MORE }))
    const timer = setTimeout(grow, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [list, count, length])
  return count
}

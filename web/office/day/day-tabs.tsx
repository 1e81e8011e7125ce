import {
  DAY_TABS,
  type DayTab,
  isInTab,
  isSamePerson,
  type ShownPerson,
} from '../../../domain/office/day-people.ts'
import { openProblems } from '../../../domain/office/day-problems.ts'
import type { DayProblem } from '../../../domain/office/day-schemas.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './day.module.css'
import { TAB_WORDS } from './day-text.ts'

/** A list of people, what the site flagged or refused, how the day goes, or a paper list. */
export type View = DayTab | 'look' | 'figures' | 'paper'

export function DayTabs({
  people,
  problems,
  view,
  onView,
}: {
  people: readonly ShownPerson[]
  problems: readonly DayProblem[]
  /** Null while a search shows what it found. */
  view: View | null
  onView: (view: View) => void
}) {
  const personOf = (problem: DayProblem) => people.find((one) => isSamePerson(one, problem))
  const open = openProblems(problems, personOf).length
  const tab = (one: View) => ({
    type: 'button' as const,
    'aria-pressed': one === view,
    onClick: () => onView(one),
  })
  return (
    <fieldset className={styles.tabs}>
      <legend className="visually-hidden">Show</legend>
      {DAY_TABS.map((one) => (
        <button key={one} {...tab(one)}>
          {TAB_WORDS[one]} <small>{people.filter((person) => isInTab(person, one)).length}</small>
        </button>
      ))}
      {problems.length > 0 && (
        <button {...tab('look')}>
          {open > 0 && <Icon name="warning" />} Please look <small>{open}</small>
        </button>
      )}
      <button {...tab('figures')}>How the day is going</button>
    </fieldset>
  )
}

import { useState } from 'react'
import { Form, useLocation, useNavigationType } from 'react-router'
import type { EventSearch } from '../../domain/search-events.ts'
import { Button } from '../ui/button.tsx'
import { CheckboxGroup } from '../ui/choices.tsx'
import fieldStyles from '../ui/field.module.css'
import { DATE_CHOICES, KIND_CHOICES, ONLY_CHOICES } from './search.ts'
import styles from './search-card.module.css'

type SearchCardProps = { search: EventSearch; isPending: boolean }

/** A GET form whose tabs are radios, so that it works without JavaScript. */
export function SearchCard({ search, isPending }: SearchCardProps) {
  return (
    <Form
      key={useKeyOfGoingBack()}
      method="get"
      action="/book-event-main#upcoming-events"
      className={styles.card}
    >
      <fieldset className={styles.tabs}>
        <legend className="visually-hidden">How to search</legend>
        <Tab value="date" label="By Date" search={search} />
        <Tab value="location" label="By Location" search={search} />
      </fieldset>
      <div className={styles.row}>
        <label className={styles.byDate}>
          Date
          <select name="date" defaultValue={search.date} className={fieldStyles.box} data-select>
            {DATE_CHOICES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.byLocation}>
          Town, place or postcode
          <input
            type="search"
            name="location"
            maxLength={80}
            defaultValue={search.location}
            className={fieldStyles.box}
          />
        </label>
        <div className={`${styles.byLocation} ${styles.only}`}>
          <CheckboxGroup
            name="only"
            label="Only"
            inline
            options={ONLY_CHOICES}
            defaultValue={search.only}
          />
        </div>
        <CheckboxGroup
          name="for"
          label="Kind of event"
          inline
          options={KIND_CHOICES}
          defaultValue={search.kinds}
        />
        <Button type="submit" icon="magnifying-glass" pending={isPending}>
          Search
        </Button>
      </div>
    </Form>
  )
}

type TabProps = { value: EventSearch['by']; label: string; search: EventSearch }

function Tab({ value, label, search }: TabProps) {
  return (
    <label className={styles.tab}>
      <input type="radio" name="by" value={value} defaultChecked={search.by === value} />
      <span>{label}</span>
    </label>
  )
}

/** Changes on back and forward only, so that a new search does not move the focus. */
function useKeyOfGoingBack(): number {
  const { key } = useLocation()
  const wentBack = useNavigationType() === 'POP'
  const [shown, setShown] = useState({ key, timesBack: 0 })
  if (shown.key !== key) setShown({ key, timesBack: shown.timesBack + (wentBack ? 1 : 0) })
  return shown.timesBack
}

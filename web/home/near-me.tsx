import { Button } from '../ui/button.tsx'
import fieldStyles from '../ui/field.module.css'
import styles from './near-me.module.css'

/** A plain GET form: it works before the scripts do. */
export function NearMe() {
  return (
    <form action="/book-event-main#upcoming-events" className={styles.near}>
      <input type="hidden" name="by" value="location" />
      <label htmlFor="near-me">When are you next near me?</label>
      <div className={styles.line}>
        <input
          id="near-me"
          type="search"
          name="location"
          required
          maxLength={80}
          placeholder="Postcode or town"
          autoComplete="postal-code"
          className={fieldStyles.box}
        />
        <Button type="submit" kind="sage">
          Find
        </Button>
      </div>
    </form>
  )
}

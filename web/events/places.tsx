import styles from './places.module.css'

const MAX_BOXES = 48
const PER_ROW = 24

/** Taken boxes first. The text beside it has the same meaning. */
export function Places({ total, left }: { total: number; left: number }) {
  const drawn = Math.min(total, MAX_BOXES)
  const free = freeDrawn({ total, left, drawn })
  return (
    <div className={styles.places} data-rows={drawn > PER_ROW ? 2 : 1} aria-hidden="true">
      {Array.from({ length: drawn }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the row never changes its order
        <i key={place} data-free={place >= drawn - free || undefined} />
      ))}
    </div>
  )
}

/** The last free or taken place is never rounded away. */
export function freeDrawn({ total, left, drawn }: { total: number; left: number; drawn: number }) {
  if (left <= 0) return 0
  if (left >= total) return drawn
  return Math.min(Math.max(Math.round((left / total) * drawn), 1), drawn - 1)
}

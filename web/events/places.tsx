import styles from './places.module.css'

const MOST_DRAWN = 48
const IN_A_ROW = 24

/**
 * Places as boxes, taken ones first: dashed for taken, solid for free. The text beside it says
 * the same.
 */
export function Places({ total, left }: { total: number; left: number }) {
  const drawn = Math.min(total, MOST_DRAWN)
  const free = freeDrawn({ total, left, drawn })
  return (
    <div className={styles.places} data-rows={drawn > IN_A_ROW ? 2 : 1} aria-hidden="true">
      {Array.from({ length: drawn }, (_, place) => (
        // A place has no identity but its position.
        // biome-ignore lint/suspicious/noArrayIndexKey: the row never changes its order
        <i key={place} data-free={place >= drawn - free || undefined} />
      ))}
    </div>
  )
}

/** Free boxes among those drawn; the last free or taken place is never rounded away. */
export function freeDrawn({ total, left, drawn }: { total: number; left: number; drawn: number }) {
  if (left <= 0) return 0
  if (left >= total) return drawn
  return Math.min(Math.max(Math.round((left / total) * drawn), 1), drawn - 1)
}

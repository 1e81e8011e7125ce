import { useState } from 'react'
import styles from './list-page.module.css'

export type Ticks = ReturnType<typeof useTicks>

/** The ticked rows of a list, by their ids, `most` at once; another `tab` begins again. */
export function useTicks(tab: string, most: number) {
  const [ticked, setTicked] = useState({ tab, ids: [] as number[] })
  const ids = ticked.tab === tab ? ticked.ids : []
  function tick(id: number, isTicked: boolean) {
    const others = ids.filter((one) => one !== id)
    setTicked({ tab, ids: isTicked ? [...others, id] : others })
  }
  const clear = () => setTicked({ tab, ids: [] })
  return { ids, tick, clear, isFull: ids.length >= most }
}

/** The box of one row; `label` says what ticking it is for. */
export function RowTick({ id, label, ticks }: { id: number; label: string; ticks: Ticks }) {
  const isTicked = ticks.ids.includes(id)
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={isTicked}
        disabled={!isTicked && ticks.isFull}
        onChange={({ target }) => ticks.tick(id, target.checked)}
      />
      <span className="visually-hidden">{label}</span>
    </label>
  )
}

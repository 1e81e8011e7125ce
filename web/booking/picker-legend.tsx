import { useState } from 'react'
import { Checkbox } from '../ui/choices.tsx'
import styles from './picker-legend.module.css'

const KEY = 'hide-taken-times'

export function useHideTaken() {
  const [hideTaken, setHideTaken] = useState(() => sessionStorage.getItem(KEY) === 'yes')
  function change(hide: boolean) {
    sessionStorage.setItem(KEY, hide ? 'yes' : 'no')
    setHideTaken(hide)
  }
  return [hideTaken, change] as const
}

type PickerLegendProps = {
  hasTaken: boolean
  hideTaken: boolean
  onChange: (hide: boolean) => void
}

export function PickerLegend({ hasTaken, hideTaken, onChange }: PickerLegendProps) {
  return (
    <div className={styles.key}>
      <p>
        <i data-is="free" />
        Free
      </p>
      <p>
        <i data-is="chosen" />
        Your choice
      </p>
      {hasTaken && (
        <>
          <p>
            <i data-is="taken" />
            Taken
          </p>
          <Checkbox name="hide-taken" optional checked={hideTaken} onChange={onChange}>
            Hide taken times
          </Checkbox>
        </>
      )}
    </div>
  )
}

import { useId } from 'react'
import type { Slots } from '../../domain/contract.ts'
import type { Slot } from '../../domain/slots.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './slot-picker.module.css'
import { type PickerPart, type PickerTime, partsOfDay } from './time-choice.ts'

const WHEN = {
  Morning: 'before 12:00',
  Afternoon: '12:00 to 16:59',
  Evening: 'from 17:00',
} as const

type SlotPickerProps = {
  slots: readonly Slot[]
  free: Slots
  /** The time the member holds; the server does not list it as free. */
  own: string | null
  chosen: string | null
  onChoose: (time: string) => void
  hideTaken: boolean
  hint?: string
  error?: string | undefined
}

/** One radio group, so that arrow keys cross the parts of the day. */
export function SlotPicker({ hint, error, ...times }: SlotPickerProps) {
  const id = useId()
  const parts = partsOfDay(times.slots, times.free, times.own)
  const free = parts.reduce((sum, part) => sum + part.freeCount, 0)
  const available = `${free} of ${times.slots.length} times ${free === 1 ? 'is' : 'are'} available`
  return (
    <fieldset aria-describedby={id} className={styles.picker} data-error={error ? true : undefined}>
      <legend className="visually-hidden">Choose a time</legend>
      <p id={id} className={styles.hint}>
        {available}.{hint && ` ${hint}`}
      </p>
      {error && (
        <p className={styles.error}>
          <Icon name="warning-circle" />
          {error}
        </p>
      )}
      {parts.map((part) => (
        <Part key={part.part} part={part} {...times} />
      ))}
    </fieldset>
  )
}

export function slotId({ time }: Pick<Slot, 'time'>): string {
  return `slot-${time.replace(':', '')}`
}

type PartProps = Pick<SlotPickerProps, 'chosen' | 'onChoose' | 'hideTaken'> & { part: PickerPart }

function Part({ part: { part, times, freeCount }, hideTaken, chosen, onChoose }: PartProps) {
  const shown = hideTaken ? times.filter(({ isFree }) => isFree) : times
  return (
    <>
      <h2 className={styles.part}>
        {part}
        <span>
          {WHEN[part]}, {freeCount} {freeCount === 1 ? 'time' : 'times'} left
        </span>
      </h2>
      {shown.length === 0 ? (
        <p className="soft">All {part.toLowerCase()} times are taken.</p>
      ) : (
        <div className={styles.tiles}>
          {shown.map((time) => (
            <Tile
              key={`${time.slot.date} ${time.slot.time}`}
              time={time}
              isChosen={time.slot.time === chosen}
              onChoose={onChoose}
            />
          ))}
        </div>
      )}
    </>
  )
}

type TileProps = { time: PickerTime; isChosen: boolean; onChoose: (time: string) => void }

function Tile({ time: { slot, isFree }, isChosen, onChoose }: TileProps) {
  return (
    <label className={styles.tile}>
      <input
        type="radio"
        name="slot"
        id={slotId(slot)}
        value={slot.time}
        checked={isChosen}
        disabled={!isFree}
        onChange={() => onChoose(slot.time)}
      />
      {isFree ? (
        <span>
          <Icon name="check" />
          {slot.time}
        </span>
      ) : (
        <span>
          <s>{slot.time}</s> <small>Taken</small>
        </span>
      )}
    </label>
  )
}

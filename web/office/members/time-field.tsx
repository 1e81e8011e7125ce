import { SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { TimeChoice } from './times.ts'

type Props = {
  times: TimeChoice[]
  error: string | undefined
  isAnnounced?: boolean
  /** Without it the form alone knows the choice. */
  chosen?: string
  onChoose?: (time: string) => void
}

export function TimeField({ times, error, isAnnounced, chosen, onChoose }: Props) {
  if (times.length === 0) {
    return (
      <Notice tone="warn" title="There are no free times">
        <p>Choose another event.</p>
      </Notice>
    )
  }
  return (
    <SelectField
      name="time"
      label="Time"
      options={times}
      placeholder="Choose"
      width={20}
      value={chosen}
      onChange={onChoose && ((event) => onChoose(event.target.value))}
      error={error}
      isAnnounced={isAnnounced}
    />
  )
}

import { SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { TimeChoice } from './times.ts'

export function TimeField({ times, error }: { times: TimeChoice[]; error: string | undefined }) {
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
      error={error}
    />
  )
}

import type { Doubt } from '../../../domain/office/event-doubts.ts'
import { Notice } from '../../ui/notice.tsx'

/** What may be a slip of the pen, before somebody confirms it; nothing without a doubt. */
export function DoubtsNotice({ doubts }: { doubts: readonly Doubt[] }) {
  if (doubts.length === 0) return null
  return (
    <Notice tone="warn">
      <p>Please check these first:</p>
      <ul>
        {doubts.map(({ kind, sentence }) => (
          <li key={kind}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}

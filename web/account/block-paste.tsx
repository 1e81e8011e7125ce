import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import styles from './account.module.css'

export const TYPE_AGAIN_HINT =
  'Type it again. You cannot copy, cut or paste here, so that we can spot a typing mistake.'

/** Blocks paste, drop, copy and cut (rules §2.3). */
export function useBlockPaste(fields: string) {
  const [blocked, setBlocked] = useState({ times: 0, what: '' })

  function block(event: ClipboardEvent | DragEvent) {
    event.preventDefault()
    const what = BLOCKED[event.type] ?? 'Pasting'
    setBlocked(({ times }) => ({ times: times + 1, what }))
  }

  const notice = (
    <div role="status" className={styles.blocked}>
      {blocked.times > 0 && (
        <Notice key={blocked.times} icon="info">
          <p>
            {blocked.what} is switched off in {fields}. Please type the number, so that we can spot
            a typing mistake.
          </p>
        </Notice>
      )}
    </div>
  )
  return { inputProps: { onPaste: block, onDrop: block, onCopy: block, onCut: block }, notice }
}

const BLOCKED: Partial<Record<string, string>> = {
  paste: 'Pasting',
  drop: 'Dropping text',
  copy: 'Copying',
  cut: 'Cutting',
}

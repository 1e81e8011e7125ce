import { useLayoutEffect, useRef } from 'react'
import type { ImportRow, RowDecision } from '../../../../domain/office/result-import-shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { write } from '../../api.ts'
import { useAction } from '../../parts/use-action.ts'
import styles from './import.module.css'

type OfRow = { importId: number; row: number }

export function ChooseMember({
  importId,
  row,
  appointmentId,
  name,
}: OfRow & { appointmentId: number; name: string }) {
  const { isPending, run } = useDecision({ importId, row }, async () => {
    const isSure = await confirm({
      title: `Is row ${row} the sample of ${name}?`,
      text: `You have compared both records. Your name stands beside this decision, and you can undo it until the row is recorded.`,
      yes: `Yes, of ${name}`,
      no: 'Go back',
    })
    return isSure ? { decision: 'match', appointment_id: appointmentId } : null
  })
  return (
    <p>
      <Button
        kind="quiet"
        pending={isPending}
        aria-label={`It is of ${name}: row ${row}`}
        onClick={run}
      >
        It is of {name}
      </Button>
    </p>
  )
}

export function LeaveOut({ importId, row }: OfRow) {
  const { isPending, run } = useDecision({ importId, row }, async () => {
    const isSure = await confirm({
      title: `Leave row ${row} out?`,
      text: 'Nothing of it is recorded. Tell the laboratory when it has to send this result again. You can undo this, also after the file was recorded.',
      yes: 'Leave it out',
      no: 'Go back',
    })
    return isSure ? { decision: 'discard' } : null
  })
  return (
    <span className={styles.whole}>
      <Button kind="quiet" pending={isPending} aria-label={`Leave out row ${row}`} onClick={run}>
        Leave out
      </Button>
    </span>
  )
}

export function DecidedRow({
  importId,
  row: { row, state },
  by,
  mayUndo,
}: {
  importId: number
  row: ImportRow
  by: string
  mayUndo: boolean
}) {
  const { isPending, run } = useDecision({ importId, row }, async () => ({ decision: 'undo' }))
  return (
    <div className={styles.row}>
      <p>Decided by {by}</p>
      {mayUndo && state !== 'committed' && (
        <Button kind="quiet" pending={isPending} aria-label={`Undo, row ${row}`} onClick={run}>
          Undo
        </Button>
      )}
    </div>
  )
}

const TOLD: Record<RowDecision['decision'], string> = {
  match: 'is matched now.',
  discard: 'is left out.',
  ask: 'waits until the laboratory has sent it again.',
  undo: 'waits for a decision again.',
}

/** Asks, sends the decision, and moves the focus to the next row when this one leaves the list. */
function useDecision({ importId, row }: OfRow, ask: () => Promise<RowDecision | null>) {
  const next = useRef<Element | null>(null)
  useLayoutEffect(
    () => () => {
      if (next.current) focusOn(next.current)
    },
    [],
  )
  return useAction(async () => {
    const own = document.activeElement?.closest('tbody > tr')
    const body = await ask()
    if (!body) return
    await write('POST /api/office/result-imports/:id/rows/:row/decision', {
      params: { id: importId, row },
      body,
    })
    next.current =
      own?.nextElementSibling ?? own?.previousElementSibling ?? document.getElementById('rows')
    toast({ text: `Row ${row} ${TOLD[body.decision]}`, tone: 'success' })
  })
}

function focusOn(element: Element) {
  if (!(element instanceof HTMLElement)) return
  element.tabIndex = -1
  element.focus()
}

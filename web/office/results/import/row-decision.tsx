import { useLayoutEffect, useRef } from 'react'
import type { ImportRow, RowDecision } from '../../../../domain/office/result-import-schemas.ts'
import { dayInWords, ukDate } from '../../../../domain/uk-time.ts'
import { Button } from '../../../ui/button.tsx'
import { chooseWithReason, confirm } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { write } from '../../api.ts'
import { useAction } from '../../parts/use-action.ts'
import { candidateName } from './candidate-name.ts'
import styles from './import.module.css'

type OfRow = { importId: number; row: number }
type Candidate = ImportRow['candidates'][number]

/** With what tells two members of one name apart. */
function namedFully({ date_of_birth, tubes, ...candidate }: Candidate): string {
  const tube = tubes.length > 0 ? `tube ${tubes.join(' and ')}` : 'no tube'
  return `${candidateName(candidate)}, born ${dayInWords(date_of_birth)}, ${tube}`
}

/** `isOtherSample` records it beside the report of its number, which stays as it is. */
export function ChooseMember({
  importId,
  row,
  candidate,
  as = 'sample',
}: OfRow & { candidate: Candidate; as?: keyof typeof AS }) {
  const full = namedFully(candidate)
  const { isPending, run } = useDecision({ importId, row }, async () => {
    const isSure = await confirm({
      title: AS[as].title(row, full),
      text: `${AS[as].text} Compare both records first. Your name is saved with this decision. You can undo it until the row is recorded.`.trim(),
      yes: `Yes, match it to ${full}`,
      no: 'Go back',
    })
    if (!isSure) return null
    const more = as === 'other sample' ? { other_sample: true } : {}
    return { decision: 'match', appointment_id: candidate.appointment_id, ...more }
  })
  return (
    <p>
      <Button
        kind="quiet"
        pending={isPending}
        aria-label={`${AS[as].button(full)}, row ${row}`}
        onClick={run}
      >
        {AS[as].button(full)}
      </Button>
    </p>
  )
}

/** How a row is recorded for a member, and what that does to the report of its number. */
const AS = {
  sample: {
    button: (name: string) => `It belongs to ${name}`,
    title: (row: number, name: string) => `Is row ${row} ${name}’s sample?`,
    text: '',
  },
  'later report': {
    button: (name: string) => `A later report for ${name}`,
    title: (row: number, name: string) => `Is row ${row} a later report of ${name}’s sample?`,
    text: 'It replaces the report that was recorded.',
  },
  'other sample': {
    button: (name: string) => `Another sample from ${name}`,
    title: (row: number, name: string) => `Is row ${row} for another sample from ${name}?`,
    text: 'The report that was recorded under the same number stays as it is.',
  },
  withdrawal: {
    button: (name: string) => `Withdraw ${name}’s report`,
    title: (_row: number, name: string) => `Withdraw the report that was recorded for ${name}?`,
    text: 'It goes to review as withdrawn by the laboratory. We will tell the member, who can be tested again free of charge.',
  },
}

/** Leaves the row out, or leaves it on the list until the laboratory has sent it again. */
export function LeaveOut({ importId, row, isUnread = false }: OfRow & { isUnread?: boolean }) {
  const { isPending, run } = useDecision({ importId, row }, async () => {
    const { choice, reason } = await chooseWithReason({
      title: `Leave row ${row} out?`,
      text: 'Nothing from this row will be recorded. If you need this result, ask the laboratory to send it again. The row will then wait until its number or tube arrives again. You can undo either choice, even after the file has been recorded.',
      label: isUnread ? 'Why' : 'Why (optional)',
      choices: [
        { value: 'discard', label: 'Leave it out', kind: 'primary' },
        { value: 'ask', label: 'I have asked the laboratory for it again', kind: 'quiet' },
        { value: 'no', label: 'Go back', kind: 'quiet' },
      ],
      needs: isUnread ? ['discard'] : [],
    })
    if (choice !== 'discard' && choice !== 'ask') return null
    return { decision: choice, ...(reason !== '' && { reason }) }
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
  row: { row, state, note, asked_at: askedAt },
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
      {askedAt && <p>The laboratory was asked on {dayInWords(ukDate(new Date(askedAt)))}.</p>}
      {note && <p className={styles.reason}>{note}</p>}
      {mayUndo && state !== 'committed' && (
        <Button kind="quiet" pending={isPending} aria-label={`Undo, row ${row}`} onClick={run}>
          Undo
        </Button>
      )}
    </div>
  )
}

const TOLD: Record<RowDecision['decision'], string> = {
  match: 'has been matched.',
  discard: 'has been left out.',
  ask: 'is waiting for the laboratory to send it again.',
  undo: 'needs a decision again.',
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

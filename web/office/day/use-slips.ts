import { useState } from 'react'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { labelOf } from '../../../domain/office/tube-code.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import type { Recorded, Task } from './day-tasks.ts'
import { givenSlipProblem, slipProblem } from './slip-problem.ts'

/** Codes that were scanned for the open dialog and wait for the other one; '' for none. */
export type ScannedPair = { slip: string; tube: string }

const NOTHING_SCANNED: ScannedPair = { slip: '', tube: '' }

/** Compares slip and tube as they are scanned; what agrees is recorded, all else waits in the dialog. */
export function useSlips({
  hasSlips,
  open,
  people,
  rule,
  onRecord,
}: {
  hasSlips: boolean
  open: { person: ShownPerson; task: Task } | null
  people: readonly ShownPerson[]
  rule: TubeRule
  onRecord: (action: Recorded) => void
}) {
  const [scanned, setScanned] = useState(NOTHING_SCANNED)
  function take(next: ScannedPair): void {
    if (!open) return
    const around = { person: open.person, people, rule }
    const { slip, tube } = next
    if (open.task === 'slip' && !givenSlipProblem(slip, around)) onRecord({ type: 'slip', slip })
    else if (open.task === 'sample' && slip && tube && !slipProblem(next, around))
      onRecord({ type: 'sample', tube, slip })
    else setScanned(next)
  }
  return {
    scanned,
    forget: () => setScanned(NOTHING_SCANNED),
    takeSlip: (slip: string) => take({ ...scanned, slip }),
    takeTube(tube: string) {
      if (!hasSlips) return onRecord({ type: 'sample', tube })
      // A laboratory's own code is the same on both: the first one is that of the slip.
      const isSlip = scanned.slip === '' && labelOf(tube) === null
      take(isSlip ? { ...scanned, slip: tube } : { ...scanned, tube })
    },
  }
}

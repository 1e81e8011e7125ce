import {
  hasRoomForName,
  type LabelLayout,
  layoutOf,
  NO_ROOM_FOR_NAME,
} from '../../../domain/office/label-layouts.ts'
import { slipCodeOf } from '../../../domain/office/slips.ts'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import type { LabelPaper, LabelsAgain, NewLabels } from '../../../domain/office/tube-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import type { EventRecord } from '../../events/office.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { wantsSlips } from '../check-in/tubes.queries.ts'
import { drawLabels } from './draw-labels.ts'
import { addLabelBatch, listLabelNumbers, listUsedCodes } from './labels.queries.ts'

type PrintDeps = Pick<Deps, 'database' | 'now'>

/** A PDF of labels with numbers that nobody had before. Throws Refused invalid_request. */
export async function printNewLabels(
  { database, now }: PrintDeps,
  { event, count, ...paper }: NewLabels & { event: EventRecord },
  by: Staff,
): Promise<Buffer> {
  const layout = readLayout(paper)
  const at = now()
  const numbers = await database.transaction(async (tx) => {
    const batch = { eventId: event.id, printedAt: at, printedBy: by.id, count }
    const { batchId, numbers } = await addLabelBatch(tx, batch)
    await insertAudit(tx, { by, subject: `event ${event.id}`, at }, 'tube labels printed', {
      batch: batchId,
      ...rangeOf(numbers),
      ...paper,
    })
    return numbers
  })
  const hasSlips = await wantsSlips(database.db, event.id)
  return draw({ event, paper, layout, numbers, hasSlips, at })
}

/**
 * A PDF of the batch's labels once more, for a sheet that is lost or spoilt, without those that are
 * on a tube. Throws Refused not_found, labels_used or invalid_request.
 */
export async function printLabelsAgain(
  { database, now }: PrintDeps,
  { event, batchId, reason, ...paper }: LabelsAgain & { event: EventRecord; batchId: number },
  by: Staff,
): Promise<Buffer> {
  const layout = readLayout(paper)
  const at = now()
  const numbers = await database.transaction(async (tx) => {
    const given = (await listLabelNumbers(tx, event.id)).filter((one) => one.batchId === batchId)
    if (given.length === 0) throw new Refused('not_found')
    const used = await listUsedCodes(
      tx,
      given.map(({ number }) => tubeCodeOf(number)),
    )
    const unused = given.map(({ number }) => number).filter((one) => !used.has(tubeCodeOf(one)))
    if (unused.length === 0) throw new Refused('labels_used')
    await insertAudit(tx, { by, subject: `event ${event.id}`, at }, 'tube labels printed again', {
      batch: batchId,
      ...rangeOf(unused),
      ...paper,
      reason,
    })
    return unused
  })
  const hasSlips = await wantsSlips(database.db, event.id)
  return draw({ event, paper, layout, numbers, hasSlips, at })
}

/** Throws Refused invalid_request for a start or lines that the labels have no room for. */
function readLayout({ layout: id, start, name_lines: hasNameLines }: LabelPaper): LabelLayout {
  const layout = layoutOf(id)
  const places = layout.columns * layout.rows
  if (start > places) throw invalidField('start', `A sheet has ${places} labels.`)
  if (hasNameLines && !hasRoomForName(layout)) throw invalidField('name_lines', NO_ROOM_FOR_NAME)
  return layout
}

function rangeOf(numbers: readonly number[]) {
  return { count: numbers.length, first: numbers[0], last: numbers.at(-1) }
}

/** Where numbers are on slips too, each tube's label is followed by the one of its slip. */
function draw(of: {
  event: EventRecord
  paper: LabelPaper
  layout: LabelLayout
  numbers: readonly number[]
  hasSlips: boolean
  at: Date
}): Promise<Buffer> {
  const { event, paper, layout, numbers, hasSlips, at } = of
  const { start, copies, name_lines: hasNameLines = false } = paper
  const tubes = numbers.map(tubeCodeOf)
  const codes = hasSlips ? tubes.flatMap((tube) => [tube, slipCodeOf(tube)]) : tubes
  return drawLabels({
    layout,
    codes,
    start,
    copies: hasSlips ? 1 : copies,
    hasNameLines,
    date: ukDate(event.startsAt),
    at,
  })
}

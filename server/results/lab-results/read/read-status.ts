// What a report is by its status: HL7 tables 0085 (of a result) and 0123 (of an order), and the words
// that tables have for them.
import { foldText } from '../../../../domain/fold-text.ts'
import type { ReportStatus } from '../../../../domain/office/lab-rows.ts'
import type { RowReason } from '../../../../domain/office/result-states.ts'

/** `no_result` for one that the laboratory could not obtain. */
export type ReadStatus =
  | { status: ReportStatus | 'no_result' }
  | { problem: RowReason; column: string | null; text: string }

const WORDS: Record<ReportStatus | 'no_result' | 'not_final', string[]> = {
  final: ['f', 'final'],
  corrected: ['c', 'corrected', 'correction', 'amended'],
  deleted: ['d', 'deleted', 'withdrawn', 'entered in error', 'entered-in-error'],
  wrong_patient: ['w', 'wrong patient', 'wrong_patient'],
  no_result: ['x', 'cancelled', 'canceled', 'rejected', 'not done'],
  not_final: [
    ...['p', 'i', 'r', 's', 'o', 'n', 'u'],
    ...['preliminary', 'provisional', 'interim', 'partial', 'pending', 'registered', 'ordered'],
    ...['in progress', 'not verified', 'unverified', 'awaited', 'to follow'],
  ],
}
const BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning] as const),
  ),
)

/** `written` is null where nothing stands. */
export function readStatus(written: string | null, column: string | null): ReadStatus {
  const text = written ?? ''
  if (text === '') return { problem: 'status_missing', column, text }
  const meaning = BY_WORD.get(foldText(text))
  if (meaning === undefined) return { problem: 'status_unknown', column, text }
  if (meaning === 'not_final') return { problem: 'status_not_final', column, text }
  return { status: meaning as ReportStatus | 'no_result' }
}

/** Of the order: 'F', or 'A' when some results are there; `control` is ORC-1. */
export type OrderStatus = { code: string; control: string }

const CANCELLED = ['OC', 'CA', 'CR']
const WITH_RESULTS = ['', 'F', 'C', 'A']

export function isCancelled({ code, control }: OrderStatus): boolean {
  return code === 'X' || CANCELLED.includes(control)
}

/** A result says what it is itself; without that it is what its order is. */
export function readResultStatus(
  written: { text: string; column: string; hasValue: boolean },
  order: OrderStatus,
): ReadStatus {
  const { text, column, hasValue } = written
  if (text === '') {
    if (isCancelled(order) && !hasValue) return { status: 'no_result' }
    if (order.code === 'F' || order.code === 'C')
      return isCancelled(order) ? disagrees(order) : readStatus(order.code, 'OBR-25')
    return order.code === '' || order.code === 'A'
      ? { problem: 'status_missing', column, text }
      : notFinal(order)
  }
  const read = readStatus(text, column)
  const isReport = 'status' in read && (read.status === 'final' || read.status === 'corrected')
  if (!isReport) return read
  if (isCancelled(order)) return disagrees(order)
  return WITH_RESULTS.includes(order.code) ? read : notFinal(order)
}

/** An order without any result. */
export function readOrderStatus(order: OrderStatus): ReadStatus {
  if (isCancelled(order)) return { status: 'no_result' }
  if (!WITH_RESULTS.includes(order.code)) return notFinal(order)
  return { problem: 'order_without_result', column: 'OBR-25', text: order.code }
}

function notFinal({ code }: OrderStatus): ReadStatus {
  return { problem: 'status_not_final', column: 'OBR-25', text: code }
}

function disagrees({ code, control }: OrderStatus): ReadStatus {
  const isControl = CANCELLED.includes(control)
  const text = isControl ? control : code
  return { problem: 'status_disagrees', column: isControl ? 'ORC-1' : 'OBR-25', text }
}

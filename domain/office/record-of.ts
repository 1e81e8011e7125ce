// Whether a record stands for itself (docs/decisions/0047): every route that takes a member's id asks.

type RecordOf =
  | { state: 'one' }
  /** It is part of the record `keptId`. */
  | { state: 'merged'; keptId: number }
  /** Nothing is left of it but what the law asks to keep. */
  | { state: 'erased' }

/** An erased record is erased whatever it was part of. */
export function recordOf(row: { mergedInto: number | null; erasedAt: Date | null }): RecordOf {
  if (row.erasedAt !== null) return { state: 'erased' }
  return row.mergedInto === null ? { state: 'one' } : { state: 'merged', keptId: row.mergedInto }
}

import type { ReviewKind } from './result-states.ts'

/**
 * Compares what laboratories wrote, for sorting a list: numbers by size, without '<' and '>', then
 * other texts, then nothing. It orders rows and says nothing about any of them.
 */
export function byLabText(one: string | null, other: string | null): number {
  const [first, second] = [keyOf(one), keyOf(other)]
  return (
    first.rank - second.rank ||
    first.number - second.number ||
    first.text.localeCompare(second.text)
  )
}

function keyOf(text: string | null): { rank: number; number: number; text: string } {
  if (text === null || text.trim() === '') return { rank: 2, number: 0, text: '' }
  const number = Number(text.replace(/^[<>]=?\s*/, ''))
  return Number.isFinite(number) ? { rank: 0, number, text } : { rank: 1, number: 0, text }
}

/** When the last call said to call again; null when it did not, or when a clinician has decided since. */
export function nextCallAt(
  reviews: readonly { kind: ReviewKind; again_at?: string | undefined }[],
): string | null {
  const last = reviews.at(-1)
  return last?.kind === 'rung' ? (last.again_at ?? null) : null
}

/** For sorting calls: those without a time first, then by their time. */
export function byCallTime(one: string | null, other: string | null): number {
  return (one === null ? 0 : Date.parse(one)) - (other === null ? 0 : Date.parse(other))
}

// Taking back what the charity itself released: one clinician asks, another confirms.
import type { LabResultState, ReviewKind } from './result-states.ts'

export const TAKE_BACK_REASONS = ['wrong_man', 'wrong_band', 'wrong_words'] as const
export type TakeBackReason = (typeof TAKE_BACK_REASONS)[number]

type Act = { kind: ReviewKind; staffId: number }

/** The request that waits for another clinician; null when there is none. */
export function openRequest<One extends Act>(reviews: readonly One[]): One | null {
  const last = reviews.findLast(({ kind }) => ACTS.includes(kind))
  return last?.kind === 'take back asked' ? last : null
}

const ACTS: readonly ReviewKind[] = ['take back asked', 'take back dropped', 'taken back']

type TakeBackRefusal = 'not_released' | 'take_back_pending'

export function whyNotAskTakeBack(
  state: LabResultState,
  reviews: readonly Act[],
): TakeBackRefusal | null {
  if (state !== 'released') return 'not_released'
  return openRequest(reviews) ? 'take_back_pending' : null
}

/** Who asked cannot be the one who confirms. */
export function whyNotConfirmTakeBack(
  state: LabResultState,
  reviews: readonly Act[],
  staffId: number,
): 'not_released' | 'no_take_back' | 'same_person' | null {
  if (state !== 'released') return 'not_released'
  const request = openRequest(reviews)
  if (!request) return 'no_take_back'
  return request.staffId === staffId ? 'same_person' : null
}

/** What the member reads, and the GP where an earlier letter told them. */
export const TAKE_BACK_COMMENTS: Record<TakeBackReason, string> = {
  wrong_man:
    'We gave you a result that was not yours. We are sorry. Please do not rely on it. We will call you about your own result.',
  wrong_band:
    'We made a mistake in what we told you about your result. We are sorry. Please do not rely on it. A clinician is looking at it again, and we will tell you.',
  wrong_words:
    'There was a mistake in the words that we sent with your result. We are sorry. Please do not rely on them: we will send you the right ones.',
}

type Row = { id: number; supersedesId: number | null; takenBack: TakeBackReason | null }

/**
 * The ids of results that were another man's: those that a taking back for that reason replaces,
 * directly or through others. What they say is not shown any more.
 */
export function notTheirs(rows: readonly Row[]): Set<number> {
  const before = new Map(rows.map(({ id, supersedesId }) => [id, supersedesId]))
  const others = new Set<number>()
  for (const { supersedesId, takenBack } of rows) {
    if (takenBack !== 'wrong_man') continue
    for (let id = supersedesId; id !== null && !others.has(id); id = before.get(id) ?? null)
      others.add(id)
  }
  return others
}

import { type Hold, holdsOf, type ResultChoice } from '../../../domain/office/result-holds.ts'
import { readTubeCode } from '../../../domain/office/tube-code.ts'
import { openLabResult, openReview } from '../../facts/sealed-lab-results.ts'
import { type StoredText, wordsOfPress } from '../../facts/sealed-press.ts'
import { readIdentityHistories } from '../../members/identity/former-identity.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { LabResultRow, ReviewRow } from '../lab-results.queries.ts'
import { listHoldFacts } from './holds.queries.ts'
import { changedBeforeReport } from './identity-since.ts'

export type Held = {
  holds: Hold[]
  choice: ResultChoice | null
  sharesWithGp: boolean
  isWithdrawn: boolean
}

export const NOT_HELD: Held = {
  holds: [],
  choice: null,
  sharesWithGp: false,
  isWithdrawn: false,
}

/** Why each of these may not go on, by id; `reviews` by the id of their result. */
export async function readHolds(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  of: { rows: readonly LabResultRow[]; reviews: ReadonlyMap<number, readonly ReviewRow[]> },
): Promise<Map<number, Held>> {
  if (of.rows.length === 0) return new Map()
  const facts = new Map((await listHoldFacts(q, of.rows)).map((one) => [one.id, one]))
  const memberIds = [...new Set(of.rows.map(({ memberId }) => memberId))]
  const withText = <One extends { press: StoredText }>(one: One) => ({
    ...one,
    words: wordsOfPress(fieldKeys, one.press),
  })
  const histories = await readIdentityHistories(q, { fieldKeys }, memberIds)
  return new Map(
    of.rows.flatMap((row) => {
      const known = facts.get(row.id)
      if (!known) return []
      const tube = readTubeCode(openLabResult(fieldKeys, row).tube ?? '')
      const reviews = of.reviews.get(row.id) ?? []
      const choice = choiceIn(fieldKeys, reviews)
      const sampledAt = sampledAtOf(row, { tube, standing: known.standing })
      const history = histories.get(row.memberId)
      const holds = holdsOf({
        ...known,
        undone: known.undone.map(withText),
        differing: known.differing.map(withText),
        tube,
        choice,
        identityChangedAt: changedBeforeReport({ fieldKeys }, row, { history, sampledAt }),
        comparedAt: comparedIn(fieldKeys, reviews),
      })
      const { sharesWithGp } = known
      const isWithdrawn = known.consentWithdrawnAt !== null
      const held = { holds, choice: choice?.choice ?? null, sharesWithGp, isWithdrawn }
      return [[row.id, held] as const]
    }),
  )
}

/** What a clinician last chose about a withdrawn consent or the GP of a member who has died. */
function choiceIn(fieldKeys: FieldKeys, reviews: readonly ReviewRow[]) {
  for (const review of chosenIn(reviews)) {
    const { choice } = openReview(fieldKeys, review)
    if (choice) return { choice, at: review.at }
  }
  return null
}

/** When a clinician last said that the sample is of this person; null if nobody did. */
function comparedIn(fieldKeys: FieldKeys, reviews: readonly ReviewRow[]): Date | null {
  const last = chosenIn(reviews).find((one) => openReview(fieldKeys, one).is_same_person === true)
  return last?.at ?? null
}

/** The latest first. */
function chosenIn(reviews: readonly ReviewRow[]): ReviewRow[] {
  return reviews.filter(({ kind }) => kind === 'chosen').toReversed()
}

type Taken = { tube: string | null; standing: readonly { tube: string; at: Date }[] }

/** Of the row's tube, or else of the first sample that stands; of none the time of the appointment. */
function sampledAtOf({ startsAt }: LabResultRow, { tube, standing }: Taken): Date {
  const own = standing.find((one) => one.tube === tube) ?? standing[0]
  return own?.at ?? startsAt
}

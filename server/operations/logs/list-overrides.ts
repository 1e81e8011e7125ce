import {
  OVERRIDE_KINDS,
  type OverrideKind,
  type OverrideRow,
  ruleOf,
} from '../../../domain/office/overrides.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { openReview } from '../../facts/sealed-lab-results.ts'
import { listActs, listReviewsOfResults } from './overrides.queries.ts'

type Act = Awaited<ReturnType<typeof listActs>>[number]
/** `subject`: what it was done to, as the audit log has it. */
type Override = Omit<OverrideRow, 'about'> & { subject: string }

const MOST_ACTS = 10_000

/** Of these kinds from the first London day on and before the second, the newest first. */
export async function listOverrides(
  { database: { db }, fieldKeys }: Pick<Deps, 'database' | 'fieldKeys'>,
  { kinds, from, until }: { kinds: readonly OverrideKind[]; from: string; until: string },
): Promise<Override[]> {
  const acts = await listActs(db, {
    actions: kinds.map((kind) => ruleOf(kind).action),
    from: ukInstant(from, '00:00'),
    until: ukInstant(until, '00:00'),
    most: MOST_ACTS,
  })
  const reasons = await readReasons({ db, fieldKeys }, acts)
  return acts.flatMap((act) => {
    const kind = kindOf(act)
    const rule = ruleOf(kind)
    if (rule.when?.(act.details) === false) return []
    const reason = rule.isReviewed ? (reasons.get(keyOf(act)) ?? null) : clearReasonOf(act)
    if (rule.isReviewed === 'with a reason' && reason === null) return []
    const by = act.by ?? (act.actorUserId === null ? null : 'a member')
    const { id, at, memberId: member_id, subject } = act
    return [{ id, at: at.toISOString(), by, kind, member_id, subject, reason }]
  })
}

function kindOf({ action }: Act): OverrideKind {
  const kind = OVERRIDE_KINDS.find((one) => ruleOf(one).action === action)
  if (!kind) throw new Error(`${action} is no override`)
  return kind
}

/** An action of a day says only that its words are sealed. */
function clearReasonOf({ details }: Act): string | null {
  const { reason } = details
  return typeof reason === 'string' && reason !== 'sealed' ? reason : null
}

/** What clinicians wrote with these acts, by laboratory result and moment. */
async function readReasons(
  { db, fieldKeys }: { db: Deps['database']['db']; fieldKeys: Deps['fieldKeys'] },
  acts: readonly Act[],
): Promise<Map<string, string>> {
  const ids = acts.filter((act) => ruleOf(kindOf(act)).isReviewed).map(labResultOf)
  if (ids.length === 0) return new Map()
  const reviews = await listReviewsOfResults(db, [...new Set(ids)])
  return new Map(
    reviews.flatMap((review) => {
      const { note } = openReview(fieldKeys, review)
      return note ? [[`${review.labResultId} ${review.at.getTime()}`, note] as const] : []
    }),
  )
}

function keyOf(act: Act): string {
  return `${labResultOf(act)} ${act.at.getTime()}`
}

/** Of 'laboratory result 12'. */
function labResultOf({ subject }: Act): number {
  return Number(subject.split(' ').at(-1))
}

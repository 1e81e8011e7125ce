// `npm run ops -- identity-review` lists the open reviews of members' identities;
// `npm run ops -- identity-review --id 7 --confirm
// --by "Ann Example" --note "passport seen"` decides one (docs/operations.md).
import { parseArgs } from 'node:util'
import { momentInWords } from '../domain/uk-time.ts'
import { decideReview } from '../server/members/identity/decide-review.ts'
import { type Decision, listOpenReviews } from '../server/members/identity/identity.queries.ts'
import { describeError } from '../server/platform/log.ts'
import { withJobs, withSite } from './with-site.ts'

const USAGE =
  'Usage: npm run ops -- identity-review, or npm run ops -- identity-review --id 7 --confirm (or --reject) --by "your name" [--note "why"]'

try {
  console.log(await listOrDecide(readDecision()))
} catch (error) {
  console.error(error instanceof Error ? describeError(error).message : error)
  process.exitCode = 1
}

function readDecision(): Omit<Decision, 'now'> | null {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { id: text, by: text, note: text, confirm: flag, reject: flag } as const
  const { id, by, note, confirm = false, reject = false } = parseArgs({ options }).values
  if (id === undefined && !confirm && !reject) return null
  if (!id || !/^\d{1,10}$/.test(id) || !by?.trim() || confirm === reject) throw new Error(USAGE)
  const outcome = confirm ? 'confirmed' : 'rejected'
  return { reviewId: Number(id), outcome, decidedBy: by.trim(), note: note?.trim() || null }
}

async function listOrDecide(decision: Omit<Decision, 'now'> | null): Promise<string> {
  return withSite(async (site) => {
    if (!decision) return inLines(await listOpenReviews(site.database.db))
    const decided = await withJobs(site, (deps) => decideReview(deps, decision))
    if (!decided) throw new Error(`There is no open review ${decision.reviewId}.`)
    const { memberId, shown } = decided
    return `Review ${decision.reviewId} of member ${memberId} is ${decision.outcome}. Results shown by it: ${shown}.`
  })
}

function inLines(reviews: Awaited<ReturnType<typeof listOpenReviews>>): string {
  if (reviews.length === 0) return 'No review is open.'
  return reviews
    .map(({ id, memberId, kind, raisedAt, fields, others }) => {
      const about =
        kind === 'shared nhs number'
          ? `NHS number also given by ${others.length > 0 ? `member ${others.join(', ')}` : 'nobody now'}`
          : `changed ${fields.join(', ')}`
      return `${id}  member ${memberId}  since ${momentInWords(raisedAt)}  ${about}`
    })
    .join('\n')
}

import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { decideReview } from './decide-review.ts'
import { listIdentityReviews } from './list-reviews.ts'

/** The queue 'Who is this?'. */
export function identityOfficeRoutes(app: App, deps: Deps): void {
  serveList(app, deps, 'GET /api/office/identity-reviews', (request) => {
    const tab = request.query.tab === 'decided' ? 'decided' : 'open'
    return {
      name: 'identity reviews',
      load: ({ after, limit }) =>
        listIdentityReviews(deps, { staff: staffOf(request), tab, after: idIn(after), limit }),
      keyOf: ({ review_id: id }) => [id],
    }
  })

  serve(app, 'POST /api/office/identity-reviews/:id/decision', async (request, reply) => {
    const staff = staffOf(request)
    const { outcome, reason } = request.body
    const decided = await decideReview(deps, {
      reviewId: publicId(request.params.id),
      outcome,
      note: reason,
      decidedBy: staff.name,
      staff,
    })
    if (!decided) throw new Refused('not_found')
    return reply.code(204).send(null)
  })
}

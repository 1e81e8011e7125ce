import { hasPermission } from '../../../domain/office/permissions.ts'
import { countWork, readVeiled } from '../../care/task-list/work-list.queries.ts'
import type { App, Deps } from '../../deps.ts'
import { findEventRecord } from '../../events/office.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import { readUnresolved } from '../../venue/check-in/read-unresolved.ts'

export function eventToDoRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/events/:id/to-do', async (request) => {
    const eventId = publicId(request.params.id)
    if (!(await findEventRecord(db, eventId))) throw new Refused('not_found')
    const staff = staffOf(request)
    return {
      calls: hasPermission(staff.roles, 'loops.read') ? await countCalls(eventId, staff) : null,
      problems: hasPermission(staff.roles, 'days.write')
        ? (await readUnresolved(db, eventId)).problems.length
        : null,
    }
  })

  /** What the tab 'To call' of the open tasks has of this event. */
  async function countCalls(eventId: number, staff: Staff): Promise<number> {
    const now = deps.now()
    const known = await readVeiled(db, deps, { staff, now })
    const search = { typed: null, eventId, kinds: null }
    return (await countWork(db, { staff, now, known, search })).telephone
  }
}

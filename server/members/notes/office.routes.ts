import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { addNote, readNotes, strikeOutNote } from './notes.ts'

/** Notes about a member; those of care for clinicians alone. */
export function notesOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/members/:id/notes', (request) =>
    readNotes(deps, {
      memberId: publicId(request.params.id),
      staff: staffOf(request),
      search: request.query.q ?? '',
    }),
  )

  serve(app, 'POST /api/office/members/:id/notes', async (request, reply) => {
    const memberId = publicId(request.params.id)
    await addNote(deps, { memberId, staff: staffOf(request), note: request.body })
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/notes/:id/strike', async (request, reply) => {
    const noteId = publicId(request.params.id)
    await strikeOutNote(deps, { noteId, staff: staffOf(request), ...request.body })
    return reply.code(204).send(null)
  })
}

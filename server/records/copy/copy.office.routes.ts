import { ErrorSchema } from '../../../domain/contract.ts'
import { MyDataSchema } from '../../../domain/my-data.ts'
import type { App, Deps } from '../../deps.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { collectForOffice } from './collect-for-office.ts'

export function copyOfficeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/office/members/:id/copy',
    {
      ...permitted(deps, 'members.write'),
      schema: { params: IdInPath, response: { 200: MyDataSchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const memberId = publicId(request.params.id)
      const data = await collectForOffice(deps, { memberId, staff: staffOf(request) })
      return reply.send(data)
    },
  )
}

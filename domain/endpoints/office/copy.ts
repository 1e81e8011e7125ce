import { MyDataSchema } from '../../my-data.ts'
import { endpoints } from '../endpoint.ts'

export const copyOfficeEndpoints = endpoints({
  'POST /api/office/members/:id/copy': {
    permission: 'members.write',
    response: { 200: MyDataSchema },
  },
})

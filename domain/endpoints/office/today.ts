import { EventToDoSchema, TodaySchema } from '../../office/today-schemas.ts'
import { endpoints } from '../endpoint.ts'

export const todayOfficeEndpoints = endpoints({
  'GET /api/office/today': { permission: null, response: { 200: TodaySchema } },
  'GET /api/office/events/:id/to-do': {
    permission: 'events.read',
    response: { 200: EventToDoSchema },
  },
})

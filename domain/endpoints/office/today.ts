import { TodaySchema } from '../../office/today-schemas.ts'
import { endpoints } from '../endpoint.ts'

export const todayOfficeEndpoints = endpoints({
  'GET /api/office/today': { permission: null, response: { 200: TodaySchema } },
})

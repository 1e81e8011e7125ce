import { DeviceCodeSchema } from '../new-device.ts'
import { endpoints, SUCCESS } from './endpoint.ts'

export const newDeviceEndpoints = endpoints({
  'POST /api/new-device/code': { session: 'required', response: SUCCESS },
  'POST /api/new-device': { session: 'required', body: DeviceCodeSchema, response: SUCCESS },
})

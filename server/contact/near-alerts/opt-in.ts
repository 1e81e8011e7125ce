import { nearAlertConfirmed } from '../../messages/mails/near-alert-asked.ts'
import type { OptIn } from '../newsletter/double-opt-in.ts'
import { findNearAlert, markConfirmed, markLeft, type NearAlertRow } from './near-alerts.queries.ts'

export const NEAR_ALERT: OptIn<NearAlertRow> = {
  name: 'near alert',
  subject: 'near alert',
  path: '/tell-me',
  leave: ['leave', 'left'],
  find: findNearAlert,
  markConfirmed,
  markLeft,
  welcome: ({ email, miles, place }, leave) =>
    nearAlertConfirmed({ email, miles, place: place ?? '', leave }),
}

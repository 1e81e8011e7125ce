import { NEAR_ALERT_WORDS } from '../../../domain/near-alerts.ts'
import {
  nearAlertConfirmed,
  nearAlertKnown,
  nearAlertRequested,
} from '../../messages/mails/near-alert-requested.ts'
import type { OptIn } from '../newsletter/double-opt-in.ts'
import { type NearAlertRow, nearAlerts } from './near-alerts.queries.ts'

type Columns = Pick<NearAlertRow, 'email' | 'place' | 'latitude' | 'longitude' | 'miles'>

export const NEAR_ALERT: OptIn<NearAlertRow, Columns> = {
  name: 'near alert',
  subject: 'near alert',
  path: '/tell-me',
  leave: ['leave', 'left'],
  wording: NEAR_ALERT_WORDS,
  limits: { requestsFrom: 'near alerts asked from an address', mailsTo: 'near alert mails to' },
  ...nearAlerts,
  mails: {
    requested: ({ email }, links) => nearAlertRequested({ email, ...links }),
    known: (row, leave) => nearAlertKnown(mailOf(row, leave)),
    confirmed: (row, leave) => nearAlertConfirmed(mailOf(row, leave)),
  },
}

function mailOf({ email, miles, place }: NearAlertRow, leave: string) {
  return { email, miles, place: place ?? '', leave }
}

import type { Role } from '../../domain/office/permissions.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'

/** The password of every demo account of the office, printed by `npm start`. */
export const OFFICE_DEMO_PASSWORD = 'screening-demo-2026'

export const DEMO_STAFF: { email: string; name: string; roles: Role[] }[] = [
  { email: 'admin@example.org', name: 'Sample Admin', roles: ['admin'] },
  { email: 'second.admin@example.org', name: 'Second Admin', roles: ['admin'] },
  { email: 'office@example.org', name: 'Sample Office', roles: ['office'] },
  { email: 'venue@example.org', name: 'Sample Venue', roles: ['venue'] },
  { email: 'clinician@example.org', name: 'Sample Clinician', roles: ['clinician'] },
  { email: 'second.clinician@example.org', name: 'Second Clinician', roles: ['clinician'] },
  { email: 'treasurer@example.org', name: 'Sample Treasurer', roles: ['treasurer'] },
]

/** The secret of a demo account's authenticator app: of the site's keys, so that none is stored. */
export function demoAuthenticator(fieldKeys: Pick<FieldKeys, 'blindIndex'>, email: string): Buffer {
  return fieldKeys.blindIndex(email, 'demo authenticator').subarray(0, 20)
}

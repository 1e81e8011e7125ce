// Who may do what in the office (rules §9.1). Routes name a permission, never a role.

export const ROLES = ['office', 'venue', 'clinician', 'treasurer', 'admin'] as const
export type Role = (typeof ROLES)[number]

const ROLES_OF = {
  'events.read': ['office', 'treasurer', 'admin'],
  'events.write': ['office'],
  'events.cancel': ['office'],
  /** Who of the venue staff works at an event; nobody's roles. */
  'events.assign': ['office', 'admin'],
  'actions.confirm': ['office', 'treasurer', 'admin'],
  'members.read': ['office'],
  'members.write': ['office'],
  'members.stop_contact': ['office', 'clinician'],
  'capacity.doubt': ['office', 'clinician'],
  'capacity.decide': ['clinician'],
  'consents.withdraw': ['office', 'clinician'],
  'notes.write': ['office', 'clinician'],
  'notes.care': ['clinician'],
  'members.merge': ['admin'],
  'identity.decide': ['clinician', 'admin'],
  'merged_results.name': ['clinician'],
  'appointments.write': ['office'],
  'days.write': ['office', 'venue'],
  'incidents.write': ['office', 'venue', 'clinician'],
  'incidents.look': ['clinician'],
  'results.import': ['clinician'],
  'results.review': ['clinician'],
  'letters.print': ['clinician'],
  'claims.release': ['clinician'],
  'loops.read': ['office', 'clinician'],
  'loops.close': ['office', 'clinician'],
  'laboratory_forms.read': ['office', 'venue', 'clinician'],
  'laboratory_forms.export': ['office', 'clinician'],
  'banners.write': ['office', 'admin'],
  'newsletters.write': ['office', 'admin'],
  'settings.read': ['clinician', 'treasurer', 'admin'],
  'settings.write': ['admin'],
  'settings.medical': ['clinician'],
  'settings.money': ['treasurer', 'admin'],
  'messages.read': ['office'],
  'messages.write': ['office'],
  'payments.read': ['office', 'treasurer'],
  'refunds.write': ['office', 'treasurer'],
  'refunds.beyond_policy': ['treasurer'],
  'invoices.write': ['office', 'treasurer'],
  'reconciliation.write': ['treasurer'],
  'statements.read': ['treasurer'],
  'figures.read': ['office', 'clinician', 'treasurer', 'admin'],
  'figures.publish': ['clinician'],
  /** With the limits in force. */
  'rules.read': ['office', 'clinician', 'treasurer', 'admin'],
  'staff.write': ['admin'],
  'audit.read': ['admin'],
  'overrides.read': ['clinician', 'admin'],
  'mails.read': ['office', 'admin'],
  'erasure.write': ['admin'],
  'erasure.except': ['clinician'],
  'jobs.write': ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof ROLES_OF
export const PERMISSIONS = Object.keys(ROLES_OF) as Permission[]

export function hasPermission(roles: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = ROLES_OF[permission]
  return roles.some((role) => allowed.includes(role))
}

/** The roles that have the permission. */
export function rolesWith(permission: Permission): readonly Role[] {
  return ROLES_OF[permission]
}

export function permissionsOf(roles: readonly Role[]): Permission[] {
  return PERMISSIONS.filter((permission) => hasPermission(roles, permission))
}

import type { Permission } from '../../domain/office/permissions.ts'

export type NavigationEntry = { to: string; label: string; permission: Permission | null }

/** In the order of the menu. An entry is shown to those who have its permission, null to all. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/today', label: 'Today', permission: null },
  { to: '/events', label: 'Events', permission: 'events.read' },
  { to: '/products', label: 'Products', permission: 'events.write' },
  { to: '/members', label: 'Members', permission: 'members.read' },
  { to: '/payments', label: 'Payments', permission: 'payments.read' },
  { to: '/messages', label: 'Messages', permission: 'messages.read' },
  { to: '/mails', label: 'Mails', permission: 'mails.read' },
  { to: '/staff', label: 'Staff', permission: 'staff.write' },
  { to: '/audit', label: 'Audit', permission: 'audit.read' },
]

/** The entries that these permissions open, of those that have a screen. */
export function entriesFor(
  permissions: readonly Permission[],
  screens: readonly string[],
): NavigationEntry[] {
  return NAVIGATION.filter(
    ({ to, permission }) =>
      (permission === null || permissions.includes(permission)) && screens.includes(to),
  )
}

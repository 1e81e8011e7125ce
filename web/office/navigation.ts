import type { Permission } from '../../domain/office/permissions.ts'

type NavigationEntry = { to: string; label: string; permission: Permission | null }

/** In the order of the menu. An entry is shown to those who have its permission, null to all. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/today', label: 'Today', permission: null },
  { to: '/days', label: 'Days', permission: 'days.write' },
  { to: '/loops', label: 'Open tasks', permission: 'loops.read' },
  { to: '/events', label: 'Events', permission: 'events.read' },
  {
    to: '/laboratory-forms',
    label: 'Laboratory forms',
    permission: 'laboratory_forms.export',
  },
  { to: '/incidents', label: 'Incidents', permission: 'incidents.look' },
  { to: '/results', label: 'Results', permission: 'results.review' },
  { to: '/results/imports', label: 'Result files', permission: 'results.import' },
  { to: '/clinicians-away', label: 'Clinicians away', permission: 'results.review' },
  { to: '/merged-results', label: 'Results of merged records', permission: 'merged_results.name' },
  { to: '/record-claims', label: 'Claims of records', permission: 'claims.release' },
  { to: '/identity-reviews', label: 'Who is this?', permission: 'identity.decide' },
  { to: '/products', label: 'Products', permission: 'events.write' },
  { to: '/members', label: 'Members', permission: 'members.read' },
  { to: '/doubles', label: 'Possible duplicates', permission: 'members.merge' },
  { to: '/payments', label: 'Payments', permission: 'payments.read' },
  { to: '/unpaid', label: 'Unpaid', permission: 'payments.read' },
  { to: '/invoices', label: 'Invoices', permission: 'payments.read' },
  { to: '/cash-counts', label: 'Cash differences', permission: 'reconciliation.write' },
  { to: '/statements', label: 'Statements', permission: 'statements.read' },
  { to: '/figures', label: 'Figures', permission: 'figures.read' },
  { to: '/reconciliation', label: 'Reconciliation', permission: 'reconciliation.write' },
  { to: '/letters', label: 'Letters', permission: 'letters.print' },
  { to: '/messages', label: 'Messages', permission: 'messages.read' },
  { to: '/banners', label: 'Banners', permission: 'banners.write' },
  { to: '/newsletters', label: 'Newsletters', permission: 'newsletters.write' },
  { to: '/saved-texts', label: 'Saved texts', permission: 'messages.write' },
  { to: '/mails', label: 'Emails and texts', permission: 'mails.read' },
  { to: '/erasures', label: 'Erasure', permission: 'erasure.write' },
  { to: '/retention', label: 'Retention', permission: 'erasure.write' },
  { to: '/jobs', label: 'Jobs', permission: 'jobs.write' },
  { to: '/settings', label: 'Settings', permission: 'settings.read' },
  { to: '/rules', label: 'Rules', permission: 'rules.read' },
  { to: '/staff', label: 'Staff', permission: 'staff.write' },
  { to: '/overrides', label: 'Overrides', permission: 'overrides.read' },
  { to: '/audit', label: 'Audit log', permission: 'audit.read' },
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

/** The entry whose screens `path` is among: of '/results' and '/results/imports' the longer one. */
export function entryOf(
  entries: readonly NavigationEntry[],
  path: string,
): NavigationEntry | undefined {
  return entries
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0]
}

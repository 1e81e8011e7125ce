import {
  createBrowserRouter,
  type LazyRouteFunction,
  type RouteObject,
  redirect,
} from 'react-router'
import type { ScreenHandle } from './help/help-of-screen.ts'
import { entriesFor } from './navigation.ts'
import { loadMe } from './session.ts'
import { NoSuchScreen, ScreenProblem, StartProblem } from './shell/problems.tsx'
import { Roles } from './shell/roles.tsx'
import { Shell, Starting } from './shell/shell.tsx'

/** One line a screen: its path, the part of the handbook that helps there, and its module. */
const SCREENS: RouteObject[] = [
  screen('days', 'The day at the venue', () => import('./day/days.tsx')),
  screen('days/:id/labels', 'Labels and forms', () => import('./tubes/labels-and-forms.tsx')),
  screen('days/:id/cash', 'Counting the cash', () => import('./day/cash.tsx')),
  screen('days/:id/late', 'Running late', () => import('./day/running-late.tsx')),
  screen('days/:id/incidents', 'Incidents', () => import('./day/incidents.tsx')),
  screen('incidents', 'Incidents', () => import('./day/incident-list.tsx')),
  screen('cash-counts', 'Counting the cash', () => import('./payments/cash-differences.tsx')),
  screen('days/:id/walk-ins', 'Somebody without a booking', () => import('./day/day-walk-ins.tsx')),
  screen(
    'walk-in-strikes/:id',
    'Somebody without a booking',
    () => import('./day/walk-in-strike.tsx'),
  ),
  screen('laboratory-forms', 'Labels and forms', () => import('./tubes/laboratory-forms.tsx')),
  screen('today', 'Today', () => import('./today/today.tsx')),
  screen('help', 'I want to', () => import('./help/whole-handbook.tsx')),
  screen('search', 'Searching', () => import('./search/search.tsx')),
  screen('events', 'Making an event', () => import('./events/event-list.tsx')),
  screen('events/calendar', 'Making an event', () => import('./events/event-calendar.tsx')),
  screen('events/new', 'Making an event', () => import('./events/new-event.tsx')),
  screen('events/:id', 'Making an event', () => import('./events/event-page.tsx')),
  screen('events/:id/edit', 'Changing an event', () => import('./events/edit-event.tsx')),
  screen('events/:id/host-page', "The host's page", () => import('./events/host-page.tsx')),
  screen(
    'events/:id/series',
    'The same event again, and a series',
    () => import('./events/series.tsx'),
  ),
  screen(
    'events/:id/access-code',
    'A new access code',
    () => import('./events/replace-access-code.tsx'),
  ),
  screen(
    'clinicians-away',
    'When a clinician is away',
    () => import('./results/clinicians-away.tsx'),
  ),
  screen(
    'results/imports',
    'A file of a laboratory',
    () => import('./results/import/imports-list.tsx'),
  ),
  screen(
    'results/imports/new',
    'A file of a laboratory',
    () => import('./results/import/upload.tsx'),
  ),
  screen(
    'results/imports/:id',
    'A file of a laboratory',
    () => import('./results/import/import-page.tsx'),
  ),
  screen(
    'laboratories',
    'A file of a laboratory',
    () => import('./results/import/laboratories.tsx'),
  ),
  screen(
    'laboratories/:id/columns',
    'A file of a laboratory',
    () => import('./results/import/column-map.tsx'),
  ),
  screen('products', 'Products and laboratories', () => import('./products/products.tsx')),
  screen('products/new', 'Products and laboratories', () => import('./products/new-product.tsx')),
  screen(
    'products/:id',
    'Products and laboratories',
    () => import('./products/change-product.tsx'),
  ),
  screen('mail-texts', 'Products and laboratories', () => import('./products/mail-texts.tsx')),
  screen(
    'mail-texts/:kind',
    'Products and laboratories',
    () => import('./products/change-mail-text.tsx'),
  ),
  screen('labs/new', 'Products and laboratories', () => import('./products/new-lab.tsx')),
  screen('labs/:id', 'Products and laboratories', () => import('./products/change-lab.tsx')),
  screen('members', 'Members', () => import('./members/members-list.tsx')),
  screen('members/new', 'A member without email', () => import('./members/new-member.tsx')),
  screen(
    'doubles',
    'Two records of one person (for admins)',
    () => import('./merges/duplicates-list.tsx'),
  ),
  screen(
    'identity-reviews',
    'Who is this? (for clinicians and admins)',
    () => import('./merges/identity-reviews.tsx'),
  ),
  screen(
    'merge-requests',
    'Two records of one person (for admins)',
    () => import('./merges/merge-requests.tsx'),
  ),
  screen(
    'merge-requests/:id',
    'Two records of one person (for admins)',
    () => import('./merges/merge-request.tsx'),
  ),
  screen(
    'merged-results',
    'Two records of one person (for admins)',
    () => import('./merges/merged-results.tsx'),
  ),
  screen(
    'merges/:id/part',
    'Two records of one person (for admins)',
    () => import('./merges/part.tsx'),
  ),
  screen(
    'members/:id/merges/:other',
    'Two records of one person (for admins)',
    () => import('./merges/merge.tsx'),
  ),
  screen('members/:id', 'Members', () => import('./members/member.tsx')),
  screen('members/:id/erasure', 'Erasure (for admins)', () => import('./duties/enter-erasure.tsx')),
  screen('members/:id/capacity', 'Members', () => import('./members/capacity.tsx')),
  screen('members/:id/contact', 'Members', () => import('./members/contact-stops.tsx')),
  screen('members/:id/withdraw-consent', 'Members', () => import('./members/withdraw-consent.tsx')),
  screen('members/:id/message', 'Write to one member', () => import('./members/message.tsx')),
  screen('members/:id/help', 'Help by phone', () => import('./members/phone-help.tsx')),
  screen(
    'sign-up-confirmation',
    'Help by phone',
    () => import('./members/sign-up-confirmation.tsx'),
  ),
  screen('members/:id/notes', 'Notes', () => import('./members/notes.tsx')),
  screen('members/:id/active', 'Members', () => import('./members/set-active.tsx')),
  screen(
    'members/:id/claim-letter',
    'Inviting a member to an online account by post',
    () => import('./members/claim-letter.tsx'),
  ),
  screen('members/:id/edit', 'Members', () => import('./members/edit-member.tsx')),
  screen('events/:id/list', 'Paper', () => import('./events/printed-list.tsx')),
  screen('events/:id/slips', 'A member without email', () => import('./events/slips.tsx')),
  screen('events/:id/attendees', 'Attendees', () => import('./events/attendees.tsx')),
  screen('events/:id/group', 'Places held by name', () => import('./events/group.tsx')),
  screen('events/:id/group/new', 'Places held by name', () => import('./events/invite-group.tsx')),
  screen('waits/:id', 'The waiting list', () => import('./events/wait.tsx')),
  screen('events/:id/message', 'Writing to attendees', () => import('./events/write-message.tsx')),
  screen('banners', 'Banners', () => import('./banners/banner-list.tsx')),
  screen('banners/new', 'Banners', () => import('./banners/new-banner.tsx')),
  screen('banners/:id', 'Banners', () => import('./banners/change-banner.tsx')),
  screen('settings', 'Settings', () => import('./settings/setting-list.tsx')),
  screen('settings/:group', 'Settings', () => import('./settings/change-settings.tsx')),
  screen('rules', 'Rules', () => import('./rules/rules.tsx')),
  screen('saved-texts', 'Saved texts', () => import('./saved-texts/saved-text-list.tsx')),
  screen('saved-texts/new', 'Saved texts', () => import('./saved-texts/new-saved-text.tsx')),
  screen('saved-texts/:id', 'Saved texts', () => import('./saved-texts/change-saved-text.tsx')),
  screen('events/:id/time', 'Changing the time', () => import('./events/change-time.tsx')),
  screen(
    'events/:id/move-ticked',
    'Moving or cancelling several',
    () => import('./events/move-ticked.tsx'),
  ),
  screen(
    'events/:id/cancel-ticked',
    'Moving or cancelling several',
    () => import('./events/cancel-ticked.tsx'),
  ),
  screen('events/:id/cancel', 'Cancelling an event', () => import('./events/cancel-event.tsx')),
  screen('bulk-actions/:id', 'Cancelling an event', () => import('./events/bulk-action.tsx')),
  screen(
    'members/:id/book',
    'Booking for somebody over the phone',
    () => import('./members/choose-event.tsx'),
  ),
  screen(
    'members/:id/book/:event',
    'Booking for somebody over the phone',
    () => import('./members/book.tsx'),
  ),
  screen(
    'members/:id/appointments/:appointment/move',
    'Booking for somebody over the phone',
    () => import('./members/choose-event.tsx'),
  ),
  screen(
    'members/:id/appointments/:appointment/move/:event',
    'Booking for somebody over the phone',
    () => import('./members/move.tsx'),
  ),
  screen(
    'members/:id/appointments/:appointment/slip',
    'Booking for somebody over the phone',
    () => import('./members/slip.tsx'),
  ),
  screen(
    'members/:id/appointments/:appointment/payment',
    'When a member still has to pay',
    () => import('./members/payment.tsx'),
  ),
  screen(
    'members/:id/appointments/:appointment/cancel',
    'Booking for somebody over the phone',
    () => import('./members/cancel.tsx'),
  ),
  screen('payments', 'Payments', () => import('./payments/payments-list.tsx')),
  screen('unpaid', 'Who still owes', () => import('./payments/unpaid.tsx')),
  screen('invoices', 'Invoices to hosts', () => import('./invoices/invoice-list.tsx')),
  screen('invoices/:id', 'Invoices to hosts', () => import('./invoices/invoice.tsx')),
  screen('events/:id/invoice', 'Invoices to hosts', () => import('./invoices/new-invoice.tsx')),
  screen('notifications', 'Payments', () => import('./payments/notifications.tsx')),
  screen('reconciliation', 'Reconciliation', () => import('./reconciliation/reconciliation.tsx')),
  screen('reconciliation/:id', 'Reconciliation', () => import('./reconciliation/difference.tsx')),
  screen('statements', 'Statements', () => import('./statements/statements.tsx')),
  screen('figures', 'Figures', () => import('./figures/figures.tsx')),
  screen('payments/:id', 'Payments', () => import('./payments/payment.tsx')),
  screen('results', 'Review', () => import('./results/review/results-list.tsx')),
  screen('results/greens', 'Review', () => import('./results/review/greens.tsx')),
  screen('results/release', 'Release', () => import('./results/review/release-many.tsx')),
  screen('results/:id', 'Review', () => import('./results/review/review.tsx')),
  screen('loops', 'A list of calls', () => import('./loops/loops.tsx')),
  screen(
    'closed-loops',
    'Open tasks (for the office and clinicians)',
    () => import('./loops/closed-loops.tsx'),
  ),
  screen(
    'loops/:id',
    'Open tasks (for the office and clinicians)',
    () => import('./loops/loop.tsx'),
  ),
  screen(
    'events/:id/laboratory-receipt',
    'Open tasks (for the office and clinicians)',
    () => import('./loops/laboratory-receipt.tsx'),
  ),
  screen(
    'events/:id/failsafe',
    'Open tasks (for the office and clinicians)',
    () => import('./loops/failsafe.tsx'),
  ),
  screen(
    'record-claims',
    'Inviting a member to an online account by post',
    () => import('./letters/record-claims.tsx'),
  ),
  screen('letters', 'Letters with results (for clinicians)', () => import('./letters/letters.tsx')),
  screen(
    'letters/invitations',
    'Letters with results (for clinicians)',
    () => import('./letters/invitations.tsx'),
  ),
  screen(
    'letters/batches',
    'Letters with results (for clinicians)',
    () => import('./letters/batches.tsx'),
  ),
  screen(
    'letters/batches/:id',
    'Letters with results (for clinicians)',
    () => import('./letters/batch.tsx'),
  ),
  screen(
    'letters/:id/again',
    'Letters with results (for clinicians)',
    () => import('./letters/print-again.tsx'),
  ),
  screen(
    'letters/:id/surgery',
    'Letters with results (for clinicians)',
    () => import('./letters/surgery.tsx'),
  ),
  screen(
    'letters/:id/collection',
    'Letters with results (for clinicians)',
    () => import('./letters/hand-over.tsx'),
  ),
  screen(
    'letters/:id/return',
    'Letters with results (for clinicians)',
    () => import('./letters/record-return.tsx'),
  ),
  screen('messages', 'Messages', () => import('./desk/messages.tsx')),
  screen('messages/:id', 'Messages', () => import('./desk/message.tsx')),
  screen('newsletters', 'Newsletters', () => import('./newsletters/newsletter-list.tsx')),
  screen('newsletters/new', 'Newsletters', () => import('./newsletters/new-newsletter.tsx')),
  screen('newsletters/:id', 'Newsletters', () => import('./newsletters/newsletter.tsx')),
  screen(
    'newsletters/:id/edit',
    'Newsletters',
    () => import('./newsletters/change-newsletter.tsx'),
  ),
  screen('subscriptions', 'Newsletters', () => import('./newsletters/subscriptions.tsx')),
  screen('mails', 'Emails that failed', () => import('./desk/mails.tsx')),
  screen('erasures', 'Erasure (for admins)', () => import('./duties/erasures.tsx')),
  screen(
    'erasures/:id/exception',
    'Erasure (for admins)',
    () => import('./duties/erasure-exception.tsx'),
  ),
  screen('erasures/:id', 'Erasure (for admins)', () => import('./duties/erasure.tsx')),
  screen('retention', 'Retention (for admins)', () => import('./duties/retention.tsx')),
  screen('jobs', 'Jobs (for admins)', () => import('./duties/jobs.tsx')),
  screen('staff', 'Staff (for admins)', () => import('./staff/staff-list.tsx')),
  screen('staff/new', 'Staff (for admins)', () => import('./staff/new-staff.tsx')),
  screen('staff/:id', 'Staff (for admins)', () => import('./staff/change-staff.tsx')),
  screen(
    'overrides',
    'Overrides (for clinicians and admins)',
    () => import('./desk/overrides.tsx'),
  ),
  screen('audit', 'The logs (for admins)', () => import('./desk/audit.tsx')),
  screen('access-log', 'The logs (for admins)', () => import('./desk/access-log.tsx')),
]

export const SCREEN_PATHS = SCREENS.map(({ path }) => `/${path}`)

/** The module exports `Component` and, as needed, `loader`. */
function screen(path: string, help: string, lazy: LazyRouteFunction<RouteObject>): RouteObject {
  const handle: ScreenHandle = { help }
  return { path, lazy, handle }
}

export function createOfficeRouter() {
  return createBrowserRouter(
    [
      {
        path: '/days/:id',
        lazy: () => import('./day/day.tsx'),
        errorElement: <StartProblem />,
        hydrateFallbackElement: <Starting />,
      },
      {
        id: 'office',
        path: '/',
        loader: loadMe,
        shouldRevalidate: () => false,
        element: <Shell screens={SCREEN_PATHS} />,
        errorElement: <StartProblem />,
        hydrateFallbackElement: <Starting />,
        children: [
          {
            errorElement: <ScreenProblem />,
            children: [
              { index: true, loader: openFirstScreen, element: <Roles /> },
              ...SCREENS,
              { path: '*', element: <NoSuchScreen /> },
            ],
          },
        ],
      },
    ],
    { basename: '/office' },
  )
}

async function openFirstScreen(): Promise<null> {
  const [first] = entriesFor((await loadMe()).permissions, SCREEN_PATHS)
  if (first) throw redirect(first.to)
  return null
}

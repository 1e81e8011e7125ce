import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { entriesFor } from './navigation.ts'
import { loadMe } from './session.ts'
import { NoSuchScreen, ScreenProblem, StartProblem } from './shell/problems.tsx'
import { Roles } from './shell/roles.tsx'
import { Shell, Starting } from './shell/shell.tsx'

/** One line a screen; its module exports `Component` and, as needed, `loader`. */
const SCREENS: RouteObject[] = [
  { path: 'days', lazy: () => import('./day/days.tsx') },
  { path: 'days/:id/labels', lazy: () => import('./tubes/labels-and-forms.tsx') },
  { path: 'days/:id/walk-ins', lazy: () => import('./day/day-walk-ins.tsx') },
  { path: 'walk-in-strikes/:id', lazy: () => import('./day/walk-in-strike.tsx') },
  { path: 'laboratory-forms', lazy: () => import('./tubes/laboratory-forms.tsx') },
  { path: 'today', lazy: () => import('./today/today.tsx') },
  { path: 'search', lazy: () => import('./search/search.tsx') },
  { path: 'events', lazy: () => import('./events/event-list.tsx') },
  { path: 'events/new', lazy: () => import('./events/new-event.tsx') },
  { path: 'events/:id', lazy: () => import('./events/event-page.tsx') },
  { path: 'events/:id/edit', lazy: () => import('./events/edit-event.tsx') },
  { path: 'events/:id/host-page', lazy: () => import('./events/host-page.tsx') },
  { path: 'events/:id/series', lazy: () => import('./events/series.tsx') },
  {
    path: 'events/:id/access-code',
    lazy: () => import('./events/replace-access-code.tsx'),
  },
  { path: 'results/imports', lazy: () => import('./results/import/imports-list.tsx') },
  { path: 'results/imports/new', lazy: () => import('./results/import/upload.tsx') },
  { path: 'results/imports/:id', lazy: () => import('./results/import/import-page.tsx') },
  { path: 'laboratories', lazy: () => import('./results/import/laboratories.tsx') },
  { path: 'laboratories/:id/columns', lazy: () => import('./results/import/column-map.tsx') },
  { path: 'products', lazy: () => import('./products/products.tsx') },
  { path: 'products/new', lazy: () => import('./products/new-product.tsx') },
  { path: 'products/:id', lazy: () => import('./products/change-product.tsx') },
  { path: 'mail-texts', lazy: () => import('./products/mail-texts.tsx') },
  { path: 'mail-texts/:kind', lazy: () => import('./products/change-mail-text.tsx') },
  { path: 'labs/new', lazy: () => import('./products/new-lab.tsx') },
  { path: 'labs/:id', lazy: () => import('./products/change-lab.tsx') },
  { path: 'members', lazy: () => import('./members/members-list.tsx') },
  { path: 'members/new', lazy: () => import('./members/new-member.tsx') },
  { path: 'doubles', lazy: () => import('./merges/duplicates-list.tsx') },
  { path: 'identity-reviews', lazy: () => import('./merges/identity-reviews.tsx') },
  { path: 'merge-requests', lazy: () => import('./merges/merge-requests.tsx') },
  { path: 'merged-results', lazy: () => import('./merges/merged-results.tsx') },
  { path: 'merges/:id/part', lazy: () => import('./merges/part.tsx') },
  { path: 'members/:id/merges/:other', lazy: () => import('./merges/merge.tsx') },
  { path: 'members/:id', lazy: () => import('./members/member.tsx') },
  { path: 'members/:id/erasure', lazy: () => import('./duties/enter-erasure.tsx') },
  { path: 'members/:id/capacity', lazy: () => import('./members/capacity.tsx') },
  { path: 'members/:id/contact', lazy: () => import('./members/contact-stops.tsx') },
  {
    path: 'members/:id/withdraw-consent',
    lazy: () => import('./members/withdraw-consent.tsx'),
  },
  { path: 'members/:id/help', lazy: () => import('./members/phone-help.tsx') },
  { path: 'sign-up-confirmation', lazy: () => import('./members/sign-up-confirmation.tsx') },
  { path: 'members/:id/notes', lazy: () => import('./members/notes.tsx') },
  { path: 'members/:id/active', lazy: () => import('./members/set-active.tsx') },
  { path: 'members/:id/claim-letter', lazy: () => import('./members/claim-letter.tsx') },
  { path: 'members/:id/edit', lazy: () => import('./members/edit-member.tsx') },
  { path: 'events/:id/list', lazy: () => import('./events/printed-list.tsx') },
  { path: 'events/:id/attendees', lazy: () => import('./events/attendees.tsx') },
  { path: 'waits/:id', lazy: () => import('./events/wait.tsx') },
  { path: 'events/:id/message', lazy: () => import('./events/write-message.tsx') },
  { path: 'events/:id/time', lazy: () => import('./events/change-time.tsx') },
  { path: 'events/:id/cancel', lazy: () => import('./events/cancel-event.tsx') },
  { path: 'bulk-actions/:id', lazy: () => import('./events/bulk-action.tsx') },
  { path: 'members/:id/book', lazy: () => import('./members/choose-event.tsx') },
  { path: 'members/:id/book/:event', lazy: () => import('./members/book.tsx') },
  {
    path: 'members/:id/appointments/:appointment/move',
    lazy: () => import('./members/choose-event.tsx'),
  },
  {
    path: 'members/:id/appointments/:appointment/move/:event',
    lazy: () => import('./members/move.tsx'),
  },
  {
    path: 'members/:id/appointments/:appointment/slip',
    lazy: () => import('./members/slip.tsx'),
  },
  {
    path: 'members/:id/appointments/:appointment/payment',
    lazy: () => import('./members/payment.tsx'),
  },
  {
    path: 'members/:id/appointments/:appointment/cancel',
    lazy: () => import('./members/cancel.tsx'),
  },
  { path: 'payments', lazy: () => import('./payments/payments-list.tsx') },
  { path: 'unpaid', lazy: () => import('./payments/unpaid.tsx') },
  { path: 'notifications', lazy: () => import('./payments/notifications.tsx') },
  { path: 'reconciliation', lazy: () => import('./reconciliation/reconciliation.tsx') },
  { path: 'reconciliation/:id', lazy: () => import('./reconciliation/difference.tsx') },
  { path: 'statements', lazy: () => import('./statements/statements.tsx') },
  { path: 'figures', lazy: () => import('./figures/figures.tsx') },
  { path: 'payments/:id', lazy: () => import('./payments/payment.tsx') },
  { path: 'results', lazy: () => import('./results/review/results-list.tsx') },
  { path: 'results/greens', lazy: () => import('./results/review/greens.tsx') },
  { path: 'results/release', lazy: () => import('./results/review/release-many.tsx') },
  { path: 'results/:id', lazy: () => import('./results/review/review.tsx') },
  { path: 'loops', lazy: () => import('./loops/loops.tsx') },
  { path: 'closed-loops', lazy: () => import('./loops/closed-loops.tsx') },
  { path: 'loops/:id', lazy: () => import('./loops/loop.tsx') },
  { path: 'events/:id/failsafe', lazy: () => import('./loops/failsafe.tsx') },
  { path: 'record-claims', lazy: () => import('./letters/record-claims.tsx') },
  { path: 'letters', lazy: () => import('./letters/letters.tsx') },
  { path: 'letters/invitations', lazy: () => import('./letters/invitations.tsx') },
  { path: 'letters/batches', lazy: () => import('./letters/batches.tsx') },
  { path: 'letters/batches/:id', lazy: () => import('./letters/batch.tsx') },
  { path: 'letters/:id/again', lazy: () => import('./letters/print-again.tsx') },
  { path: 'letters/:id/surgery', lazy: () => import('./letters/surgery.tsx') },
  { path: 'letters/:id/collection', lazy: () => import('./letters/hand-over.tsx') },
  { path: 'letters/:id/return', lazy: () => import('./letters/record-return.tsx') },
  { path: 'messages', lazy: () => import('./desk/messages.tsx') },
  { path: 'subscriptions', lazy: () => import('./desk/subscriptions.tsx') },
  { path: 'mails', lazy: () => import('./desk/mails.tsx') },
  { path: 'erasures', lazy: () => import('./duties/erasures.tsx') },
  { path: 'erasures/:id/exception', lazy: () => import('./duties/erasure-exception.tsx') },
  { path: 'erasures/:id', lazy: () => import('./duties/erasure.tsx') },
  { path: 'retention', lazy: () => import('./duties/retention.tsx') },
  { path: 'jobs', lazy: () => import('./duties/jobs.tsx') },
  { path: 'staff', lazy: () => import('./staff/staff-list.tsx') },
  { path: 'staff/new', lazy: () => import('./staff/new-staff.tsx') },
  { path: 'staff/:id', lazy: () => import('./staff/change-staff.tsx') },
  { path: 'audit', lazy: () => import('./desk/audit.tsx') },
  { path: 'access-log', lazy: () => import('./desk/access-log.tsx') },
]

export const SCREEN_PATHS = SCREENS.map(({ path }) => `/${path}`)

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

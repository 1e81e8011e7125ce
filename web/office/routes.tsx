import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { entriesFor } from './navigation.ts'
import { loadMe } from './session.ts'
import { NoSuchScreen, ScreenProblem, StartProblem } from './shell/problems.tsx'
import { Roles } from './shell/roles.tsx'
import { Shell, Starting } from './shell/shell.tsx'

/** One line a screen; its module exports `Component` and, as needed, `loader`. */
const SCREENS: RouteObject[] = [
  { path: 'today', lazy: () => import('./today/today.tsx') },
  { path: 'search', lazy: () => import('./search/search.tsx') },
  { path: 'events', lazy: () => import('./events/event-list.tsx') },
  { path: 'events/new', lazy: () => import('./events/new-event.tsx') },
  { path: 'events/:id', lazy: () => import('./events/event-page.tsx') },
  { path: 'events/:id/edit', lazy: () => import('./events/edit-event.tsx') },
  { path: 'products', lazy: () => import('./products/products.tsx') },
  { path: 'products/new', lazy: () => import('./products/new-product.tsx') },
  { path: 'products/:id', lazy: () => import('./products/change-product.tsx') },
  { path: 'labs/new', lazy: () => import('./products/new-lab.tsx') },
  { path: 'members', lazy: () => import('./members/members-list.tsx') },
  { path: 'members/:id', lazy: () => import('./members/member.tsx') },
  { path: 'members/:id/edit', lazy: () => import('./members/edit-member.tsx') },
  { path: 'events/:id/attendees', lazy: () => import('./events/attendees.tsx') },
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
    path: 'members/:id/appointments/:appointment/cancel',
    lazy: () => import('./members/cancel.tsx'),
  },
  { path: 'payments', lazy: () => import('./payments/payments-list.tsx') },
  { path: 'payments/:id', lazy: () => import('./payments/payment.tsx') },
  { path: 'messages', lazy: () => import('./desk/messages.tsx') },
  { path: 'subscriptions', lazy: () => import('./desk/subscriptions.tsx') },
  { path: 'mails', lazy: () => import('./desk/mails.tsx') },
  { path: 'staff', lazy: () => import('./staff/staff-list.tsx') },
  { path: 'staff/new', lazy: () => import('./staff/new-staff.tsx') },
  { path: 'staff/:id', lazy: () => import('./staff/change-staff.tsx') },
  { path: 'audit', lazy: () => import('./desk/audit.tsx') },
  { path: 'access-log', lazy: () => import('./desk/access-log.tsx') },
]

const paths = SCREENS.map(({ path }) => `/${path}`)

export function createOfficeRouter() {
  return createBrowserRouter(
    [
      {
        id: 'office',
        path: '/',
        loader: loadMe,
        shouldRevalidate: () => false,
        element: <Shell screens={paths} />,
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
  const [first] = entriesFor((await loadMe()).permissions, paths)
  if (first) throw redirect(first.to)
  return null
}

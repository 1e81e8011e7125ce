import { CONTENT_PAGES } from '../content/pages.ts'

/** Widths in px: a small phone, a tablet, a desktop. */
export const WIDTHS = [320, 768, 1280] as const

/** Pages that anybody may open; event 7 is part of the demo data. */
export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/book-event-main',
  '/event/7',
  '/login',
  '/signup',
  '/signup-success',
  '/reset-password',
  '/newsletters',
  ...CONTENT_PAGES.map(({ path }) => path),
]

/** A test's consent of the demo member. */
export const CONSENT_PAGE = '/test-consent?profile_id=1001&test_date=2099-01-01'

import { CONTENT_PAGES } from '../content/pages.ts'

/** The widths at which every page is looked at, px: a small telephone, a tablet, a desk. */
export const WIDTHS = [320, 768, 1280] as const

/** Pages and screens that anybody may open; event 7 is one of the demo data's. */
export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/book-event-main',
  '/event/7',
  '/login',
  '/signup',
  '/signup-success',
  '/reset-password',
  ...CONTENT_PAGES.map(({ path }) => path),
]

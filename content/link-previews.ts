import { CONTENT_PAGES } from './pages.ts'

/** A drawing of web/ui/art that link previews show beside their words. */
export type PreviewDrawing =
  | 'hall'
  | 'men'
  | 'evening'
  | 'arrival'
  | 'questions'
  | 'quiet-hall'
  | 'signpost'

/** The picture that a link to a page shows (Open Graph), 1200 by 630 pixels, drawn by the build. */
export type LinkPreview = {
  /** File in /previews, without its ending. */
  name: string
  title: string
  line: string
  drawing: PreviewDrawing
}

const EVENT = /^\/event\/[^/]+$/

// The first that fits, from the start of the address; every page has one.
const DRAWINGS: readonly [start: string, drawing: PreviewDrawing][] = [
  ['/about-us/research', 'questions'],
  ['/about-us', 'men'],
  ['/support-us', 'men'],
  ['/contact-us', 'men'],
  ['/information-hub/statistics', 'questions'],
  ['/information-hub', 'men'],
  ['/news/patient-journey/delroy', 'arrival'],
  ['/news/patient-journey/martin', 'quiet-hall'],
  ['/news/patient-journey', 'evening'],
  ['/world-cancer-day-poster', 'evening'],
  ['/chaps-screening-event', 'arrival'],
  ['/events', 'quiet-hall'],
  ['/news', 'signpost'],
  ['/', 'signpost'],
]

/** Every picture there is: one for each page, and one that all events share. */
export const LINK_PREVIEWS: readonly LinkPreview[] = [
  {
    name: 'home',
    title: 'Advocacy for Men’s Health',
    line: 'Campaigning for Accessible PSA Screening',
    drawing: 'hall',
  },
  {
    name: 'book-event-main',
    title: 'Find a screening event',
    line: 'PSA tests for men of 40 to 80, by date and by place',
    drawing: 'hall',
  },
  {
    name: 'event',
    title: 'PSA screening near you',
    line: 'See the time, the place and how many places are left',
    drawing: 'hall',
  },
  ...CONTENT_PAGES.map(({ path, title, description }) => ({
    name: nameOf(path),
    title,
    line: description,
    drawing: DRAWINGS.find(([start]) => path.startsWith(start))?.[1] ?? 'signpost',
  })),
]

/** The picture for a page's address, without query; undefined for an address that has none. */
export function linkPreviewOf(pathname: string): LinkPreview | undefined {
  const name = EVENT.test(pathname) ? 'event' : nameOf(pathname)
  return LINK_PREVIEWS.find((one) => one.name === name)
}

/** '/events/seminar-talks' as 'events-seminar-talks', '/' as 'home'. */
function nameOf(pathname: string): string {
  return pathname.slice(1).replaceAll('/', '-') || 'home'
}

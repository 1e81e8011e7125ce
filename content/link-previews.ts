import { CONTENT_PAGES } from './pages.ts'

type PreviewDrawing =
  | 'hall'
  | 'men'
  | 'evening'
  | 'arrival'
  | 'questions'
  | 'quiet-hall'
  | 'signpost'

/** Open Graph image, 1200 by 630 pixels. */
export type LinkPreview = {
  name: string
  title: string
  line: string
  drawing: PreviewDrawing
}

const EVENT = /^\/event\/[^/]+$/
const NEWSLETTER = /^\/newsletters\/[^/]+$/

// The first matching path prefix applies; every page has one.
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

/** One image for each page, one shared by all events, and one by all newsletters. */
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
    line: 'PSA tests for men aged 40 to 80, by date and place',
    drawing: 'hall',
  },
  {
    name: 'event',
    title: 'PSA screening near you',
    line: 'See the time, the venue and how many spaces are left',
    drawing: 'hall',
  },
  {
    name: 'newsletters',
    title: 'Past newsletters',
    line: 'What we have sent to our subscribers',
    drawing: 'signpost',
  },
  ...CONTENT_PAGES.map(({ path, title, description }) => ({
    name: nameOf(path),
    title,
    line: description,
    drawing: DRAWINGS.find(([start]) => path.startsWith(start))?.[1] ?? 'signpost',
  })),
]

/** `pathname` without query. */
export function linkPreviewOf(pathname: string): LinkPreview | undefined {
  const name = sharedName(pathname) ?? nameOf(pathname)
  return LINK_PREVIEWS.find((one) => one.name === name)
}

function sharedName(pathname: string): string | null {
  if (EVENT.test(pathname)) return 'event'
  return NEWSLETTER.test(pathname) ? 'newsletters' : null
}

/** '/events/seminar-talks' is 'events-seminar-talks', '/' is 'home'. */
function nameOf(pathname: string): string {
  return pathname.slice(1).replaceAll('/', '-') || 'home'
}

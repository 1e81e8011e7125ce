/** Where a banner stands: every public page with the portal, the pages of one event, the portal alone, the office. */
export const BANNER_PLACES = ['site', 'event', 'portal', 'office'] as const
export type BannerPlace = (typeof BANNER_PLACES)[number]

export const BANNER_TONES = ['information', 'warning', 'urgent'] as const
export type BannerTone = (typeof BANNER_TONES)[number]

/** As many characters as three lines of a phone hold. */
export const BANNER_LENGTH = 240
/** Shown or planned at one time; more would hide the page. */
export const MOST_BANNERS = 12
/** A banner that nobody takes down ends by itself. */
export const LONGEST_BANNER_DAYS = 366

/** `event_id` is that of place 'event', null elsewhere. */
export type ShownBanner = {
  id: number
  words: string
  tone: BannerTone
  place: BannerPlace
  event_id: number | null
}

const PORTAL =
  /^\/(portal|medical-results|upcoming-events|test-consent|check-nhs-number|new-device)(\/|$)/
const EVENT_PAGE = /^\/event\/0*(\d{1,10})(\/|$)/

/** Whether the page at this address of the site shows the banner. `search` is its query. */
export function isShownAt(
  { place, event_id }: Pick<ShownBanner, 'place' | 'event_id'>,
  path: string,
  search = '',
): boolean {
  if (place === 'site') return true
  if (place === 'portal') return PORTAL.test(path)
  return place === 'event' && event_id !== null && event_id === eventAt(path, search)
}

function eventAt(path: string, search: string): number | null {
  const id = EVENT_PAGE.exec(path)?.[1] ?? new URLSearchParams(search).get('event')
  return id === null ? null : Number(id)
}

export type BannerState = 'planned' | 'shown' | 'over'

/** `from` and `until` are instants; it is shown from the first until just before the second. */
export function bannerState({ from, until }: { from: Date; until: Date }, now: Date): BannerState {
  if (until <= now) return 'over'
  return from <= now ? 'shown' : 'planned'
}

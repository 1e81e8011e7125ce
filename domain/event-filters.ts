// Separate from choices.ts, which event pages do not need.

export const CATEGORIES = ['COMMUNITY', 'FREEMASONS', 'CORPORATE'] as const
export const DATE_FILTERS = ['today', 'next-week', 'next-month', 'future-events'] as const
export const NEARBY_CHOICES = ['evenings', 'weekends', 'free'] as const
/** Events on one page of the list. */
export const EVENTS_PER_PAGE = 50
export const PAGE_NUMBER = /^[1-9]\d{0,3}$/
export type Category = (typeof CATEGORIES)[number]
export type DateFilter = (typeof DATE_FILTERS)[number]
export type NearbyChoice = (typeof NEARBY_CHOICES)[number]

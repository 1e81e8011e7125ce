// Separate from choices.ts, which event pages do not need.

export const CATEGORIES = ['COMMUNITY', 'FREEMASONS', 'CORPORATE'] as const
export const DATE_FILTERS = ['today', 'next-week', 'next-month', 'future-events'] as const
export type Category = (typeof CATEGORIES)[number]
export type DateFilter = (typeof DATE_FILTERS)[number]

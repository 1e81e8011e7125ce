// What events are filtered by (spec §3 and §4). Apart from the choices of the forms, which the pages of
// events would otherwise load.

export const CATEGORIES = ['COMMUNITY', 'FREEMASONS', 'CORPORATE'] as const
export const DATE_FILTERS = ['today', 'next-week', 'next-month', 'future-events'] as const
export type Category = (typeof CATEGORIES)[number]
export type DateFilter = (typeof DATE_FILTERS)[number]

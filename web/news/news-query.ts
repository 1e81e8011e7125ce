/** Items on one page of the list (rules §8.3). */
const PAGE_SIZE = 4

/** The query of the news list: a month as YYYY-MM, '' for all; pages count from 1. */
export type NewsQuery = { archive: string; page: number }

/** `total` counts the items of all pages; `pages` is 0 without items. */
export type NewsPage<T> = NewsQuery & { items: T[]; total: number; pages: number }

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
const PAGE = /^[1-9]\d{0,3}$/

/** Reads `?archive=2023-08&page=2`; invalid values mean all news and page 1. */
export function readNewsQuery(query: URLSearchParams): NewsQuery {
  const archive = query.get('archive') ?? ''
  const page = query.get('page') ?? ''
  return {
    archive: MONTH.test(archive) ? archive : '',
    page: PAGE.test(page) ? Number(page) : 1,
  }
}

/** Expects `news` newest first. Returns page 1 when the requested page does not exist. */
export function pageOfNews<T extends { date: string }>(
  news: readonly T[],
  { archive, page }: NewsQuery,
): NewsPage<T> {
  const archived = news.filter(({ date }) => date.startsWith(archive))
  const pages = Math.ceil(archived.length / PAGE_SIZE)
  const shown = page <= pages ? page : 1
  const items = archived.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)
  return { archive, page: shown, pages, total: archived.length, items }
}

export function newsAddress(path: string, { archive, page }: NewsQuery): string {
  const query = new URLSearchParams()
  if (archive !== '') query.set('archive', archive)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query}` : path
}

export function archiveChoices(months: Iterable<string>): [value: string, label: string][] {
  const latestFirst = [...new Set(months)].filter(Boolean).sort().reverse()
  return [['', 'All News'], ...latestFirst.map((m): [string, string] => [m, monthLabel(m)])]
}

/** '2025-02-04' as '04 February 2025' (rules §8.4). */
export function newsDate(date: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(date))
}

export function monthLabel(month: string): string {
  return newsDate(`${month}-01`).slice(3)
}

import { useEffect, useRef } from 'react'
import styles from './news.module.css'
import type { LoadedNews } from './news.server.ts'
import { NewsEntry } from './news-entry.tsx'
import { NewsPages } from './news-pages.tsx'

type NewsListProps = {
  news: LoadedNews
  path: string
  anchor?: string
  /** Heading level of items; at level 2 the first item is larger. */
  level: 2 | 3
}

export function NewsList({ news, path, anchor = '', level }: NewsListProps) {
  const { items, archive, page, pages } = news
  const list = useFocusOnNewPage(page, archive)
  return (
    <>
      <p className="visually-hidden" role="status">
        {resultsInWords(news)}
      </p>
      <div ref={list} className={styles.list} data-lead={level === 2 || undefined}>
        {items.map((item) => (
          <NewsEntry key={item.id} item={item} level={level} />
        ))}
        {items.length === 0 && <p className={styles.nothing}>No news to display!</p>}
      </div>
      <NewsPages path={path} anchor={anchor} archive={archive} page={page} pages={pages} />
      <p className={styles.sample}>
        This is sample news, until the charity adds its own. A PSA test can miss a cancer and can
        raise a false alarm. The UK National Screening Committee does not recommend PSA screening
        for all men.
      </p>
    </>
  )
}

function useFocusOnNewPage(page: number, archive: string) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef({ page, archive })
  useEffect(() => {
    const before = shown.current
    shown.current = { page, archive }
    if (before.page === page || before.archive !== archive) return
    const heading = list.current?.querySelector<HTMLElement>('h2, h3')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [page, archive])
  return list
}

function resultsInWords({ total, page, pages }: LoadedNews): string {
  if (total === 0) return ''
  const count = `${total} ${total === 1 ? 'item' : 'items'}`
  return pages > 1 ? `${count}, page ${page} of ${pages}` : count
}

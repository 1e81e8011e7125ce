import { Link } from 'react-router'
import styles from './news.module.css'
import { type NewsQuery, newsAddress } from './news-query.ts'

type NewsPagesProps = NewsQuery & { pages: number; path: string; anchor: string }

export function NewsPages({ path, anchor, archive, page, pages }: NewsPagesProps) {
  if (pages < 2) return null
  const numbers = Array.from({ length: pages }, (_, i) => i + 1)
  const to = (wanted: number) => newsAddress(path, { archive, page: wanted }) + anchor
  return (
    <nav className={styles.pages} aria-label="News pages">
      <ul>
        {page > 1 && (
          <li>
            <Link to={to(page - 1)} rel="prev">
              Previous
            </Link>
          </li>
        )}
        {numbers.map((number) => (
          <li key={number}>
            <Link to={to(number)} aria-current={number === page ? 'page' : undefined}>
              <span className="visually-hidden">Page </span>
              {number}
            </Link>
          </li>
        ))}
        {page < pages && (
          <li>
            <Link to={to(page + 1)} rel="next">
              Next
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

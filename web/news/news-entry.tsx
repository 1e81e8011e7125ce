import { Prose } from '../ui/prose.tsx'
import styles from './news.module.css'
import type { LoadedItem } from './news.server.ts'
import { NewsCover } from './news-cover.tsx'

export function NewsEntry({ item, level }: { item: LoadedItem; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <article className={styles.item}>
      <NewsCover drawing={item.cover} />
      <div>
        <p className="small soft">
          <time dateTime={item.date}>{item.dateLabel}</time>
        </p>
        <Heading>{item.title}</Heading>
        <p>{item.description}</p>
        {item.elsewhere ? <ExternalLink item={item} /> : <FullText item={item} />}
      </div>
    </article>
  )
}

function FullText({ item }: { item: LoadedItem }) {
  return (
    <details className={styles.more}>
      <summary className={styles.action}>
        <span className={styles.open}>Read more</span>
        <span className={styles.close}>Read less</span>
        <span className="visually-hidden"> about {item.title}</span>
      </summary>
      {/* Inside, so that a link to the text expands it. */}
      <div id={`news-${item.id}`} className={styles.text}>
        <Prose html={item.html} />
      </div>
    </details>
  )
}

function ExternalLink({ item }: { item: LoadedItem }) {
  return (
    <p className={styles.more}>
      <a className={styles.action} href={item.elsewhere ?? undefined}>
        Read more<span className="visually-hidden"> about {item.title}</span>
        <span className={styles.elsewhere}> (on another website)</span>
      </a>
    </p>
  )
}

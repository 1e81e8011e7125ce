import { data, Link } from 'react-router'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { OnThisPage } from '../pages/on-this-page.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/article.ts'
import styles from './article.module.css'
import { type Article, findArticle } from './articles.server.ts'
import { DRAWING_COMPONENTS } from './drawings.tsx'

export function loader({ url }: Route.LoaderArgs) {
  const article = findArticle(url.pathname)
  if (!article) throw data(null, 404)
  return article
}

export const meta = contentMeta

/** The article at /information-hub/{id}. */
export default function ArticlePage({ loaderData: article }: Route.ComponentProps) {
  return (
    <Wrap>
      <ContentTitle page={article} />
      <article className={styles.article}>
        <OnThisPage parts={article.sections}>
          <p className="soft">{article.minutes} minutes to read</p>
        </OnThisPage>
        <div className={styles.content}>
          {article.sections.map(({ id, title, html, picture }) => {
            const Drawing = picture && DRAWING_COMPONENTS[picture]
            return (
              <section key={id} aria-labelledby={id}>
                <h2 id={id}>{title}</h2>
                <Prose html={html} />
                {Drawing && <Drawing />}
              </section>
            )
          })}
          <Sources {...article} />
        </div>
      </article>
    </Wrap>
  )
}

function Sources({ sources, related, reviewed, reviewedOn }: Article) {
  return (
    <footer className={styles.end}>
      <h2>Read on</h2>
      <ul>
        {related.map(({ title, path }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
          </li>
        ))}
      </ul>
      <h2>Sources</h2>
      <ul className="small">
        {sources.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ul>
      <p className="small soft">
        Last reviewed on <time dateTime={reviewed}>{reviewedOn}</time>.
      </p>
    </footer>
  )
}

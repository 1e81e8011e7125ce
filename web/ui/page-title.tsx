import { type ReactNode, useContext } from 'react'
import { Link } from './link.tsx'
import styles from './page-title.module.css'
import { type Crumb, ServerHeadContext } from './server-head.ts'

type PageTitleProps = {
  children: ReactNode
  lede?: ReactNode
  trail?: readonly Crumb[] | undefined
}

/** The page's only h1, which takes the focus after navigation. */
export function PageTitle({ children, lede, trail }: PageTitleProps) {
  return (
    <>
      {trail && <Breadcrumbs trail={trail} />}
      <div className={styles.title}>
        <h1 tabIndex={-1}>{children}</h1>
        {lede && <p className="lede">{lede}</p>}
      </div>
    </>
  )
}

export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  useContext(ServerHeadContext)?.addTrail(trail)
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={label}>
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

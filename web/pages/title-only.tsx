import { Link } from 'react-router'
import { Wrap } from '../ui/layout.tsx'
import { type Crumb, PageTitle } from '../ui/page-title.tsx'
import styles from './title-only.module.css'

type TitleOnlyProps = { title: string; sentence?: string; trail?: readonly Crumb[] }

/** The title of a page whose matter is still to come, and a way on. */
export function TitleOnly({ title, sentence, trail }: TitleOnlyProps) {
  return (
    <Wrap>
      <PageTitle lede={sentence} trail={trail}>
        {title}
      </PageTitle>
      <div className={styles.matter}>
        <StillWriting />
      </div>
    </Wrap>
  )
}

function StillWriting() {
  return (
    <p>
      We are still writing this page. <Link to="/book-event-main">See our upcoming events</Link> or{' '}
      <Link to="/">go back home</Link>.
    </p>
  )
}

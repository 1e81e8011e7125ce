import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { Section, Wrap } from '../ui/layout.tsx'
import type { Route } from './+types/information-hub.ts'
import { ArticleCards } from './article-cards.tsx'
import { articleAt } from './articles.server.ts'
import styles from './information-hub.module.css'
import { ResearchAndData } from './research-and-data.tsx'
import { Resources } from './resources.tsx'
import { TwoViews } from './two-views.tsx'

const HUB = '/information-hub'

// Ids for links and the shared scrolling.
const CARDS = [
  { id: 'prostate-cancer', path: `${HUB}/prostate-diseases-and-prostate-cancer` },
  { id: 'mens-health', path: `${HUB}/mens-health` },
  { id: 'health-in-workplace', path: `${HUB}/health-workplace` },
]

export function loader() {
  const cards = CARDS.map(({ id, path }) => {
    const { title, description, minutes } = articleAt(path)
    return { id, path, title, description, minutes }
  })
  return { page: contentPage(HUB), cards, elderly: contentPage(`${HUB}/elderly-psa-testing`) }
}

export const meta = contentMeta

export default function InformationHub({
  loaderData: { page, cards, elderly },
}: Route.ComponentProps) {
  return (
    <>
      <Wrap>
        <ContentTitle page={page} />
        <ArticleCards cards={cards} elderly={elderly} />
        <div className={styles.views}>
          <TwoViews />
        </div>
      </Wrap>
      <Section id="education" title="Research and data" caps tone="sage">
        <ResearchAndData />
      </Section>
      <Section id="resources" title="Further medical advice can be obtained from:">
        <Resources />
      </Section>
    </>
  )
}

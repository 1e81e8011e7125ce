import { pageMeta } from '../page-meta.ts'
import { contentPage } from '../pages/content-page.server.ts'
import { Section, Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/information-hub.ts'
import { ArticleCards } from './article-cards.tsx'
import { articleAt } from './articles.server.ts'
import styles from './information-hub.module.css'
import { ResearchAndData } from './research-and-data.tsx'
import { Resources } from './resources.tsx'
import { TwoViews } from './two-views.tsx'

const HUB = '/information-hub'

// The ids by which links and the shared scrolling find the cards (spec §2, Scrolling).
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

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta(loaderData.page)
}

/** The information hub (spec §2): articles, research and data, and who else can help. */
export default function InformationHub({
  loaderData: { page, cards, elderly },
}: Route.ComponentProps) {
  return (
    <>
      <Wrap>
        <PageTitle trail={page.trail} lede={page.description}>
          {page.title}
        </PageTitle>
        <ArticleCards cards={cards} elderly={elderly} />
        <div className={styles.views}>
          <TwoViews />
        </div>
      </Wrap>
      <Section id="education" title="Research and data" tone="sage">
        <ResearchAndData />
      </Section>
      <Section id="resources" title="Further medical advice can be obtained from:">
        <Resources />
      </Section>
    </>
  )
}

import { Link } from 'react-router'
import { get } from '../api.ts'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { HundredMen } from '../ui/art/hundred-men.tsx'
import { Wrap } from '../ui/layout.tsx'
import type { Route } from './+types/statistics.ts'
import { FromTestsToTreatment, TwoYears } from './bars.tsx'
import { FirstScreeningsTable, Table2023, Table2024 } from './figures.tsx'
import { PublishedYears } from './published-years.tsx'
import styles from './statistics.module.css'
import { TwoViews } from './two-views.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { years } = await get(context, 'GET /api/figures')
  return { ...contentPage('/information-hub/statistics'), years }
}

export const meta = contentMeta

export default function Statistics({ loaderData: page }: Route.ComponentProps) {
  return (
    <Wrap>
      <ContentTitle page={page} />
      <div className={styles.page}>
        <section aria-labelledby="figures">
          <h2 id="figures">The figures</h2>
          <Table2023 />
          <Table2024 />
          <FirstScreeningsTable />
        </section>
        <section aria-labelledby="drawn">
          <h2 id="drawn">The same, drawn</h2>
          <h3>2023, if it had been 100 men</h3>
          <HundredMen />
          <h3>2023, step by step</h3>
          <FromTestsToTreatment />
          <h3>From one year to the next</h3>
          <TwoYears />
        </section>
        {page.years.length > 0 && <PublishedYears years={page.years} />}
        <section className={styles.words} aria-labelledby="cannot-show">
          <h2 id="cannot-show">What these figures cannot show</h2>
          <p>
            The men in these tables chose to come. They are not a sample of all men, and nobody
            counted a group like them that was not tested. So the figures say how often a test was
            abnormal and what we heard afterwards. They cannot say whether testing saved lives. That
            takes large trials, which our <Link to="/about-us/research">research page</Link>{' '}
            describes.
          </p>
          <p>
            A cancer can be missed by the test, or found later by someone else. It is then not in
            the table. Nor does the table say who was harmed by worry, by a biopsy or by treatment.
          </p>
          <TwoViews />
        </section>
        <section className={styles.words} aria-labelledby="early-deaths">
          <h2 id="early-deaths">Why we count at all</h2>
          <p>
            The charity says that 70,000 men die prematurely in the UK each year. It means deaths
            before retirement age, from every cause and not from prostate cancer alone. Other bodies
            draw the line at 75 and reach higher numbers. Such figures should not be mixed.
          </p>
        </section>
      </div>
    </Wrap>
  )
}

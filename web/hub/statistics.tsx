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
          <h2 id="drawn">The same figures as charts</h2>
          <h3>Out of every 100 men in 2023</h3>
          <HundredMen />
          <h3>2023, step by step</h3>
          <FromTestsToTreatment />
          <h3>2023 compared with 2024</h3>
          <TwoYears />
        </section>
        {page.years.length > 0 && <PublishedYears years={page.years} />}
        <section className={styles.words} aria-labelledby="cannot-show">
          <h2 id="cannot-show">What these figures cannot show</h2>
          <p>
            The men in these tables chose to come. They do not represent all men, and nobody
            followed a similar group who were not tested. So the figures show how often a test was
            abnormal and what we heard afterwards. They cannot show whether testing saved lives.
            Only large trials can show that. Our <Link to="/about-us/research">research page</Link>{' '}
            describes them.
          </p>
          <p>
            The test can miss a cancer, or someone else may find it later. Those cancers are not in
            the table. Nor does it show who was harmed by worry, by a biopsy or by treatment.
          </p>
          <TwoViews />
        </section>
        <section className={styles.words} aria-labelledby="early-deaths">
          <h2 id="early-deaths">Why we publish figures</h2>
          <p>
            The charity says that 70,000 men die prematurely in the UK each year. This means deaths
            before retirement age, from every cause, not just prostate cancer. Other organisations
            count deaths before 75 and get higher numbers. You cannot compare the two.
          </p>
        </section>
      </div>
    </Wrap>
  )
}

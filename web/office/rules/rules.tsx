import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Approval, CLINICAL_TEXTS, LEGAL_TEXTS } from '../../../content/approvals.ts'
import { FIXED_RULES, type FixedRule } from '../../../domain/office/fixed-rules.ts'
import {
  LIMIT_GROUPS,
  type LimitGroupName,
  type LimitTexts,
  limitInWords,
  limitsOf,
} from '../../../domain/office/limit-settings.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import sections from '../parts/sections.module.css'
import { useCan } from '../session.ts'

type Text = { name: string; by: 'A clinician' | 'A lawyer'; approval: Approval | null }

const TEXTS = [...textsOf(CLINICAL_TEXTS, 'A clinician'), ...textsOf(LEGAL_TEXTS, 'A lawyer')]
/** Those that are pages of their own; the others are sentences within screens, mails and letters. */
const PAGES = TEXTS.filter(({ name }) => name !== '')

const GROUPS = Object.keys(LIMIT_GROUPS) as LimitGroupName[]

export function loader({ request: { signal } }: LoaderFunctionArgs): Promise<LimitTexts> {
  return read('GET /api/office/limits', { signal })
}

/** The limits in force, what no screen changes, with where it comes from, and the texts that somebody must approve. */
export function Component() {
  const limits = useLoaderData<LimitTexts>()
  const maySee = useCan('settings.read')
  const approved = TEXTS.filter(({ approval }) => approval !== null).length
  return (
    <OfficePage
      title="Rules"
      lede="What the program keeps to, and where each rule comes from. Admins change the limits in Settings. Nothing else here can be changed on a screen."
    >
      <div className={sections.sections}>
        {GROUPS.map((group) => {
          const { title } = LIMIT_GROUPS[group]
          return (
            <section key={group} className="stack" aria-label={title}>
              <h2>{title}</h2>
              <Facts>
                {limitsOf(group).map(({ name, setting }) => (
                  <Fact key={name} term={setting.label}>
                    {limitInWords(setting, limits[name])}
                  </Fact>
                ))}
              </Facts>
              {maySee && (
                <p>
                  <ButtonLink kind="quiet" to={`/settings/${group}`}>
                    In Settings <span className="visually-hidden">: {title}</span>
                  </ButtonLink>
                </p>
              )}
            </section>
          )
        })}
        {FIXED_RULES.map(({ title, rules }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <DataTable
              caption={title}
              hideCaption
              rows={rules}
              rowKey={({ name }: FixedRule) => name}
              columns={[
                { label: 'Rule', cell: ({ name }) => name },
                { label: 'Value', cell: ({ value }) => value },
                { label: 'Where it comes from', cell: ({ source }) => source },
              ]}
            />
          </section>
        ))}
        <section aria-labelledby="texts">
          <h2 id="texts">Texts that somebody approves</h2>
          <p>
            {approved} of {TEXTS.length} are approved as they stand: {PAGES.length} pages, and the
            medical sentences of {TEXTS.length - PAGES.length} screens, emails and letters. In
            production, a page that nobody has approved is not published; the last approved words
            stay.
          </p>
          <DataTable
            caption="Texts that somebody approves"
            hideCaption
            rows={PAGES}
            rowKey={({ name }) => name}
            columns={[
              { label: 'Page', cell: ({ name }) => name },
              {
                label: 'Approved by',
                cell: ({ by, approval }) => approval?.by ?? `${by}, not yet`,
              },
              {
                label: 'On',
                cell: ({ approval }) =>
                  approval ? dayInWords(approval.on) : <Badge tone="warn">Not approved</Badge>,
              },
            ]}
          />
        </section>
      </div>
    </OfficePage>
  )
}

function textsOf(list: Record<string, Approval | null>, by: Text['by']): Text[] {
  return Object.entries(list).map(([place, approval]) => ({ name: pageName(place), by, approval }))
}

/** 'Elderly PSA testing' of content/articles/elderly-psa-testing.md; '' of what is no page. */
function pageName(place: string): string {
  const slug = /^content\/(?:articles|policies)\/(.+)\.md$/.exec(place)?.[1] ?? ''
  const words = slug.replaceAll('-', ' ').replace(/\bpsa\b/, 'PSA')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

import { type Approval, CLINICAL_TEXTS, LEGAL_TEXTS } from '../../../content/approvals.ts'
import { FIXED_RULES, type FixedRule } from '../../../domain/office/fixed-rules.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import sections from '../parts/sections.module.css'

type Text = { name: string; by: 'A clinician' | 'A lawyer'; approval: Approval | null }

const TEXTS = [...textsOf(CLINICAL_TEXTS, 'A clinician'), ...textsOf(LEGAL_TEXTS, 'A lawyer')]
/** Those that are pages of their own; the others are sentences within screens, mails and letters. */
const PAGES = TEXTS.filter(({ name }) => name !== '')

/** What no screen changes, with where it comes from, and the texts that somebody must approve. */
export function Component() {
  const approved = TEXTS.filter(({ approval }) => approval !== null).length
  return (
    <OfficePage
      title="Rules"
      lede="What the program keeps to, and where each rule comes from. Nothing here can be changed on a screen."
    >
      <div className={sections.sections}>
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

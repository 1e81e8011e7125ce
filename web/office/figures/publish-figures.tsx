import { COUNTED_WORDS, OUTCOMES } from '../../../domain/figures.ts'
import type { YearFigures } from '../../../domain/office/figures.ts'
import { officeRefusal } from '../../../domain/office/refusals.ts'
import type { PublicCounts } from '../../../domain/published-figures.ts'
import { longDate } from '../../../domain/uk-time.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'

const SOURCE = 'the charity’s records of its own events'

/** What anybody would read on the public page, and the button that puts it there. */
export function PublishFigures({ year, preview, withheld, published }: YearFigures) {
  const reportDone = useReportDone()
  return (
    <section aria-labelledby="publish">
      <h2 id="publish">On the public page</h2>
      {published && (
        <p>
          Published on {longDate(published.published_on)}: {inText(published)}. Source:{' '}
          {published.source}.
        </p>
      )}
      {preview === null ? (
        <p>{whyNot(year, withheld)}</p>
      ) : (
        <>
          <Facts>
            <Fact term="Events">{preview.events}</Fact>
            <Fact term="Results in all">{preview.tested}</Fact>
            {OUTCOMES.map((one) => (
              <Fact key={one} term={COUNTED_WORDS[one]}>
                {preview[one] ?? '*'}
              </Fact>
            ))}
          </Facts>
          <p>
            Numbers from 1 to 7 are shown as *. Other numbers are rounded to the nearest 5. The
            total adds up the numbers shown.
          </p>
          <OfficeForm
            submit={published ? 'Publish these instead' : `Publish the ${year} figures`}
            check={(typed) => missingFields(typed, { source: 'Enter the source of the figures.' })}
            send={async (typed) => {
              await write('POST /api/office/figures/:year/publication', {
                params: { year },
                body: { source: textIn(typed, 'source'), preview },
              })
              await reportDone(`The ${year} figures are now on the public page.`)
            }}
          >
            {(errorOf) => (
              <TextField
                id="source"
                name="source"
                label="Source, as readers see it"
                defaultValue={published?.source ?? SOURCE}
                error={errorOf('source')}
              />
            )}
          </OfficeForm>
        </>
      )}
    </section>
  )
}

function whyNot(year: number, withheld: YearFigures['withheld']): string {
  return withheld
    ? officeRefusal(withheld)[1]
    : `You can publish the ${year} figures once the year is over.`
}

function inText({ events, tested, ...counts }: PublicCounts): string {
  const parts = OUTCOMES.map((one) => `${COUNTED_WORDS[one].toLowerCase()} ${counts[one] ?? '*'}`)
  return `${events} events, ${tested} results (${parts.join(', ')})`
}

import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type {
  EventStatement,
  MonthStatement,
  Period,
  PeriodSums,
  Sums,
} from '../../../domain/office/statement-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { SelectField } from '../../ui/field.tsx'
import { read } from '../api.ts'
import type { Column } from '../parts/data-table.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { CsvButton, ListView } from '../parts/list-page.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import {
  monthsBack,
  monthText,
  periodIn,
  periodSearch,
  periodText,
  usualPeriods,
} from './period.ts'
import styles from './statements.module.css'

type Row = MonthStatement | EventStatement
type Loaded = { list: LoadedList<Row>; sums: PeriodSums; period: Period; isByEvent: boolean }

const MONTHS = 36

/** Opens with this month. */
export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const { searchParams } = new URL(args.request.url)
  if (!['from', 'to', 'all'].some((key) => searchParams.has(key))) {
    const [first] = usualPeriods(ukDate(new Date()))
    const search = periodSearch(first?.period ?? {})
    for (const [key, value] of searchParams) search.set(key, value)
    throw redirect(`/statements?${search}`)
  }
  const period = periodIn(searchParams)
  const isByEvent = searchParams.get('tab') === 'events'
  const load = listLoader<Row>(({ query, ...options }) =>
    isByEvent
      ? read('GET /api/office/statements/events', { ...options, query: { ...query, ...period } })
      : read('GET /api/office/statements/months', { ...options, query: { ...query, ...period } }),
  )
  const [list, sums] = await Promise.all([
    load(args),
    read('GET /api/office/statements/sums', { query: period, signal: args.request.signal }),
  ])
  return { list, sums, period, isByEvent }
}

export function Component() {
  const { list, sums, period, isByEvent } = useLoaderData<Loaded>()
  return (
    <OfficePage
      title="Statements"
      lede={`${periodText(period)}. Print this page for a copy on paper.`}
    >
      <div className={styles.parts}>
        <PeriodForm period={period} isByEvent={isByEvent} />
        <section aria-labelledby="sums">
          <h2 id="sums">Total</h2>
          <SumFacts sums={sums} />
          <h3 className={styles.part}>Invoices to hosts, not in the net</h3>
          <InvoiceFacts invoices={sums.invoices} />
          <p className={styles.files}>
            <CsvButton
              label="Download all entries as CSV"
              address="/api/office/ledger"
              fileName="ledger.csv"
            />
          </p>
        </section>
        <section aria-labelledby="rows">
          <h2 id="rows">{isByEvent ? 'By event' : 'By month'}</h2>
          <ListView
            list={list}
            rowsName={isByEvent ? 'events' : 'months'}
            rowKey={(row) => ('month' in row ? row.month : row.event_id)}
            tabs={[
              { value: 'months', label: 'By month' },
              { value: 'events', label: 'By event' },
            ]}
            csv={{
              address: `/api/office/statements/${isByEvent ? 'events' : 'months'}`,
              fileName: `statement-by-${isByEvent ? 'event' : 'month'}.csv`,
            }}
            empty={<p>There were no payments or refunds in this period.</p>}
            columns={[{ label: isByEvent ? 'Event' : 'Month', cell: nameOf }, ...AMOUNTS]}
          />
        </section>
      </div>
    </OfficePage>
  )
}

function nameOf(row: Row) {
  if ('month' in row) return monthText(row.month)
  return (
    <>
      <Link to={`/events/${row.event_id}`}>{row.event_name}</Link>, {weekdayAndDate(row.event_date)}
    </>
  )
}

const AMOUNTS: Column<Row>[] = [
  { label: 'Online', align: 'end', cell: ({ card_pence: pence }) => pounds(pence) },
  { label: 'At the venue', align: 'end', cell: ({ venue_pence: pence }) => pounds(pence) },
  { label: 'Refunded', align: 'end', cell: ({ refunded_pence: pence }) => pounds(pence) },
  { label: 'Fees', align: 'end', cell: ({ fees_pence: pence }) => pounds(pence) },
  { label: 'Net', align: 'end', cell: ({ net_pence: pence }) => pounds(pence) },
  { label: 'Waived (not included in net)', align: 'end', cell: waivedText },
  { label: 'From hosts (not included in net)', align: 'end', cell: hostText },
]

function SumFacts({ sums }: { sums: Sums }) {
  return (
    <Facts>
      <Fact term="Online, by card or with PayPal">{pounds(sums.card_pence)}</Fact>
      <Fact term="At the venue">{pounds(sums.venue_pence)}</Fact>
      <Fact term="Refunded">{pounds(sums.refunded_pence)}</Fact>
      <Fact term="Fees">{pounds(sums.fees_pence)}</Fact>
      <Fact term="Net">{pounds(sums.net_pence)}</Fact>
      <Fact term="Waived, not in the net">{waivedText(sums)}</Fact>
      <Fact term="From hosts, not in the net">{hostText(sums)}</Fact>
    </Facts>
  )
}

function InvoiceFacts({ invoices }: Pick<PeriodSums, 'invoices'>) {
  return (
    <Facts>
      <Fact term="Issued">{pounds(invoices.issued_pence)}</Fact>
      <Fact term="Cancelled by credit notes">{pounds(invoices.credited_pence)}</Fact>
      <Fact term="Paid by hosts">{pounds(invoices.received_pence)}</Fact>
      <Fact term="Refunded to hosts">{pounds(invoices.repaid_pence)}</Fact>
    </Facts>
  )
}

function waivedText({ waived, waived_pence: pence }: Sums): string {
  return waived === 0 ? pounds(0) : `${pounds(pence)} (${waived})`
}

function hostText({ hosted, host_pence: pence }: Sums): string {
  return hosted === 0 ? pounds(0) : `${pounds(pence)} (${hosted})`
}

function PeriodForm({ period, isByEvent }: { period: Period; isByEvent: boolean }) {
  const navigate = useNavigate()
  const options = monthsBack(ukDate(new Date()), MONTHS).map((value) => ({
    value,
    label: monthText(value),
  }))
  function addressOf(wanted: Period): string {
    const search = periodSearch(wanted)
    if (isByEvent) search.set('tab', 'events')
    return search.toString()
  }
  function show(typed: FormData) {
    const monthIn = (key: string) => String(typed.get(key) ?? '') || undefined
    return navigate({ search: addressOf({ from: monthIn('from'), to: monthIn('to') }) })
  }
  return (
    <>
      <nav className={styles.usual} aria-label="Usual periods">
        <ul>
          {usualPeriods(ukDate(new Date())).map((usual) => (
            <li key={usual.label}>
              <Link
                to={{ search: addressOf(usual.period) }}
                aria-current={isSame(usual.period, period) ? 'true' : undefined}
              >
                {usual.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form
        key={periodText(period)}
        className={styles.period}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          show(new FormData(event.currentTarget))
        }}
      >
        <SelectField
          name="from"
          label="From"
          placeholder="The start"
          options={options}
          defaultValue={period.from ?? ''}
        />
        <SelectField
          name="to"
          label="To the end of"
          placeholder="Today"
          options={options}
          defaultValue={period.to ?? ''}
        />
        <Buttons>
          <Button type="submit" kind="quiet">
            Show
          </Button>
        </Buttons>
      </form>
    </>
  )
}

function isSame(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to
}

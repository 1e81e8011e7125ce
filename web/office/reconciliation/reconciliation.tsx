import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import {
  MOST_DECIDED_AT_ONCE,
  type MoneyDifference,
  type OtherMoney,
  type ProviderReport,
  type UploadedReport,
} from '../../../domain/office/reconciliation-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { toast } from '../../ui/toast.tsx'
import { read, upload } from '../api.ts'
import { counted } from '../events/event-text.ts'
import { DataTable } from '../parts/data-table.tsx'
import { FileField } from '../parts/file-field.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListView } from '../parts/list-page.tsx'
import { OfficeForm } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { RowTick, useTicks } from '../parts/ticks.tsx'
import { DecideTogether, OtherMoneyKinds } from './decide-together.tsx'
import styles from './reconciliation.module.css'
import {
  amountText,
  checkFile,
  DECISION_LABELS,
  differencePence,
  fileError,
  kindText,
} from './reconciliation-text.ts'

const loadDifferences = listLoader<MoneyDifference>((options) =>
  read('GET /api/office/money-differences', options),
)

export async function loader(args: LoaderFunctionArgs) {
  const { signal } = args.request
  const [list, otherMoney, reports] = await Promise.all([
    loadDifferences(args),
    read('GET /api/office/money-differences/other-money', { signal }),
    read('GET /api/office/provider-reports', { signal }),
  ])
  return { list, otherMoney: otherMoney.data, reports: reports.data.slice(0, 10) }
}

export function Component() {
  const { list, otherMoney, reports } = useLoaderData<{
    list: LoadedList<MoneyDifference>
    otherMoney: OtherMoney[]
    reports: ProviderReport[]
  }>()
  return (
    <OfficePage
      title="Reconciliation"
      lede="Compares the PayPal report with the ledger. We read the file but do not store it, and we leave out names."
    >
      <div className={styles.parts}>
        <section aria-labelledby="report">
          <h2 id="report">Read a report</h2>
          <Upload key={reports[0]?.id ?? 0} />
        </section>
        {otherMoney.length > 0 && (
          <section aria-labelledby="other-money">
            <h2 id="other-money">Other money of the account</h2>
            <p>
              No payment on this site has it, such as donations. Decide all of one kind together.
            </p>
            <OtherMoneyKinds kinds={otherMoney} />
          </section>
        )}
        <section aria-labelledby="differences">
          <h2 id="differences">Differences</h2>
          <Differences list={list} />
        </section>
        <section aria-labelledby="reports">
          <h2 id="reports">Reports read</h2>
          {reports.length === 0 ? (
            <p>No reports have been read yet.</p>
          ) : (
            <Reports reports={reports} />
          )}
        </section>
      </div>
    </OfficePage>
  )
}

function Upload() {
  const revalidator = useRevalidator()
  async function send(typed: FormData) {
    const file = typed.get('file')
    if (!(file instanceof File)) return
    const report = await upload('POST /api/office/provider-reports', file)
    toast({ text: uploadText(report), tone: report.differences > 0 ? 'info' : 'success' })
    await revalidator.revalidate()
  }
  return (
    <OfficeForm
      submit="Compare with the ledger"
      check={(typed) => checkFile(typed.get('file'))}
      send={send}
      toFieldError={fileError}
    >
      {(errorOf) => (
        <FileField
          name="file"
          label="The PayPal report"
          hint="PayPal: Activity, Download, 'Completed payments' as CSV, with English headings and the day first in dates. Up to 50,000 lines."
          accept=".csv,.txt,.tsv,text/csv"
          error={errorOf('file')}
        />
      )}
    </OfficeForm>
  )
}

function uploadText(report: UploadedReport): string {
  const { repeated, added, matched, differences } = report
  if (repeated) return 'This file has already been read. Nothing has been added.'
  const differenceText = differences === 1 ? '1 difference' : `${differences} differences`
  return `${counted(added, 'new transaction')}: ${matched} match the ledger, ${differenceText}.`
}

function Differences({ list }: { list: LoadedList<MoneyDifference> }) {
  const ticks = useTicks(list.query.tab ?? 'open', MOST_DECIDED_AT_ONCE)
  return (
    <>
      <ListView
        list={list}
        rowsName="differences"
        rowKey={({ id }) => id}
        filter="PayPal transaction number"
        tabs={[
          { value: 'open', label: 'Open' },
          { value: 'decided', label: 'Decided' },
          { value: 'resolved', label: 'Resolved' },
        ]}
        csv={{ address: '/api/office/money-differences', fileName: 'money-differences.csv' }}
        empty={<p>There are no differences: PayPal and the ledger agree.</p>}
        columns={[
          {
            label: 'Difference',
            cell: ({ id, kind, provider_ref: ref }) => (
              <Link to={`/reconciliation/${id}`}>
                {kindText(kind).label}, {ref}
              </Link>
            ),
          },
          { label: 'PayPal calls it', cell: ({ type }) => type ?? '' },
          { label: 'When', cell: ({ at }) => momentInWords(new Date(at)) },
          {
            label: 'Decision',
            cell: ({ decision, state }) =>
              decision ? DECISION_LABELS[decision] : state === 'resolved' ? 'Not needed' : 'Open',
          },
          {
            label: 'Ledger',
            align: 'end',
            cell: ({ kind, ledger_pence: pence, currency }) =>
              amountText(pence, kind === 'other currency' ? 'GBP' : currency),
          },
          {
            label: 'Provider',
            align: 'end',
            cell: ({ provider_pence: pence, currency }) => amountText(pence, currency),
          },
          {
            label: 'PayPal has more',
            align: 'end',
            cell: (row) => {
              const pence = differencePence(row)
              return pence === null ? '' : amountText(pence, row.currency)
            },
          },
          {
            label: 'Decide together',
            cell: ({ id, state, provider_ref: ref }) =>
              state === 'open' && (
                <RowTick id={id} label={`Decide ${ref} together with others`} ticks={ticks} />
              ),
          },
        ]}
      />
      {ticks.ids.length > 0 && (
        <DecideTogether
          ids={ticks.ids}
          what={counted(ticks.ids.length, 'ticked difference')}
          close={ticks.clear}
        />
      )}
    </>
  )
}

function Reports({ reports }: { reports: readonly ProviderReport[] }) {
  return (
    <DataTable
      caption="Reports read"
      hideCaption
      rows={reports}
      rowKey={({ id }) => id}
      columns={[
        { label: 'Read', cell: ({ uploaded_at: at }) => momentInWords(new Date(at)) },
        { label: 'By', cell: ({ uploaded_by: by }) => by },
        {
          label: 'Period',
          cell: ({ period_from: from, period_to: to }) =>
            `${momentInWords(new Date(from))} to ${momentInWords(new Date(to))}`,
        },
        { label: 'Lines', align: 'end', cell: ({ lines }) => lines },
        { label: 'Other lines', align: 'end', cell: ({ ignored }) => ignored },
        { label: 'New', align: 'end', cell: ({ added }) => added },
        { label: 'Match the ledger', align: 'end', cell: ({ matched }) => matched },
        { label: 'Differences', align: 'end', cell: ({ differences }) => differences },
      ]}
    />
  )
}

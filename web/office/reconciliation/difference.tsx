import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DECISIONS, type MoneyDifference } from '../../../domain/office/reconciliation-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read, write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import styles from './reconciliation.module.css'
import { amountText, DECISION_LABELS, kindText } from './reconciliation-text.ts'

export function loader({ params, request }: LoaderFunctionArgs): Promise<MoneyDifference> {
  return read('GET /api/office/money-differences/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

export function Component() {
  const difference = useLoaderData<MoneyDifference>()
  const { kind, state, provider_ref: ref } = difference
  return (
    <OfficePage
      title={`${kindText(kind).label}, ${ref}`}
      trail={[{ label: 'Reconciliation', to: '/reconciliation' }]}
      lede={kindText(kind).meaning}
    >
      <div className={styles.parts}>
        <DifferenceFacts difference={difference} />
        {state !== 'resolved' && (
          <section aria-labelledby="decision">
            <h2 id="decision">{state === 'open' ? 'Decide' : 'Reopen it'}</h2>
            <DecisionForm key={state} difference={difference} />
          </section>
        )}
      </div>
    </OfficePage>
  )
}

function DifferenceFacts({ difference }: { difference: MoneyDifference }) {
  const { kind, state, decision, reason, currency, payment_id: payment } = difference
  const { decided_by: by, decided_at: decidedAt } = difference
  return (
    <Facts>
      <Fact term="Ledger">
        {amountText(difference.ledger_pence, kind === 'other currency' ? 'GBP' : currency)}
      </Fact>
      <Fact term="Provider">{amountText(difference.provider_pence, currency)}</Fact>
      <Fact term="When">{momentInWords(new Date(difference.at))}</Fact>
      <Fact term="Payment">
        {payment ? (
          <Link to={`/payments/${payment}`}>Open the payment</Link>
        ) : (
          'No payment on this site'
        )}
      </Fact>
      <Fact term="State">
        {state === 'resolved' && 'Resolved: the missing entry has since arrived.'}
        {state === 'open' && 'Open'}
        {decision && by && decidedAt && (
          <>
            {DECISION_LABELS[decision]}, by {by}, {momentInWords(new Date(decidedAt))}: {reason}
          </>
        )}
      </Fact>
    </Facts>
  )
}

function DecisionForm({ difference: { id, state } }: { difference: MoneyDifference }) {
  const reportDone = useReportDone()
  const isOpen = state === 'open'
  const decisionIn = (typed: FormData) =>
    DECISIONS.find((decision) => decision === textIn(typed, 'decision')) ?? null

  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    if (isOpen && decisionIn(typed) === null)
      errors.push({ field: 'decision', message: 'Choose what it is.' })
    return [...errors, ...missingFields(typed, { reason: 'Say why.' })]
  }
  async function decide(typed: FormData) {
    await write('POST /api/office/money-differences/:id/decision', {
      params: { id },
      body: { decision: decisionIn(typed), reason: textIn(typed, 'reason') },
    })
    await reportDone(isOpen ? 'Your decision has been saved.' : 'The difference has been reopened.')
  }
  return (
    <OfficeForm submit={isOpen ? 'Decide' : 'Reopen it'} check={check} send={decide}>
      {(errorOf) => (
        <>
          {isOpen && (
            <RadioGroup
              name="decision"
              label="What it is"
              options={DECISIONS.map((value) => ({ value, label: DECISION_LABELS[value] }))}
              error={errorOf('decision')}
            />
          )}
          <ReasonField label="Why" error={errorOf('reason')} />
        </>
      )}
    </OfficeForm>
  )
}

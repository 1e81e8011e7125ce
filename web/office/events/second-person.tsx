import { pounds } from '../../../domain/money.ts'
import type { BulkAction } from '../../../domain/office/bulk-actions.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { write } from '../api.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { counted } from './event-text.ts'
import { MoneyFacts } from './money-facts.tsx'
import { SECOND_PERSON_WORDS } from './second-person-text.ts'

/** What waits for a second person, with its sums, or can still be stopped. */
export function SecondPerson({ action }: { action: BulkAction }) {
  const { preview, is_own: isOwn, second_people: people } = action
  return (
    <>
      <Notice tone="warn">
        <p>{waitsInWords(action)}</p>
        {isOwn && (
          <p>
            {people === 0
              ? 'Nobody else here can approve it. Ask an admin to invite somebody, or stop it.'
              : `${counted(people, 'colleague')} can approve it: ${action.second_person_roles.join(', ')}. We have emailed them.`}
          </p>
        )}
        {preview && (
          <Facts>
            <Fact term="Appointments">{preview.appointments}</Fact>
            <MoneyFacts
              preview={preview}
              {...(action.kind !== 'event cancellation' && { term: 'Payments to refund' })}
            />
            {action.kind === 'event cancellation' && (
              <Fact term="On the waiting list, which will close">{preview.waiting}</Fact>
            )}
          </Facts>
        )}
        {!isOwn && <Confirm action={action} />}
      </Notice>
      {action.kind !== 'event cancellation' && <Stop action={action} />}
    </>
  )
}

function waitsInWords(action: BulkAction): string {
  const { preview, made_by: by, tells_at: at, told_at: told } = action
  const when = at === null ? null : momentInWords(new Date(at))
  if (!preview)
    return `${by} requested this. It will start at ${when}, or sooner if a second person approves it. Until then it can be stopped.`
  const because = preview.second_person_reasons
    .map((reason) => SECOND_PERSON_WORDS[reason])
    .join(' and ')
  if (action.kind !== 'event cancellation')
    return `${by} requested this. A second person must approve it before anything changes${because && `, because ${because}`}. Members will not hear anything before that.`
  const tells = told
    ? 'Members have been asked not to travel.'
    : when
      ? `At ${when} we will ask members not to travel.`
      : 'Members will not hear anything before that.'
  return `${by} requested this, and nobody can book. A second person must approve it before appointments are cancelled and money is refunded${because && `, because ${because}`}. ${tells}`
}

function Confirm({ action: { id, kind, preview } }: { action: BulkAction }) {
  const { isPending, run } = useAction(() =>
    write('POST /api/office/bulk-actions/:id/confirmation', {
      params: { id },
      body: preview ? { expected: expectedOf(preview) } : {},
    }),
  )
  const label = preview
    ? `${kind === 'appointment moves' ? 'Move' : 'Cancel'} ${counted(preview.appointments, 'appointment')} and refund ${pounds(preview.money_pence)}`
    : 'Approve and start now'
  return (
    <Button pending={isPending} onClick={run}>
      {label}
    </Button>
  )
}

function expectedOf({
  appointments,
  refund_pence,
  waiting,
  money_pence,
}: NonNullable<BulkAction['preview']>) {
  return { appointments, refund_pence, waiting, money_pence }
}

/** For everything but a cancellation, which has its own section. */
export function Stop({ action: { id } }: { action: BulkAction }) {
  const reportDone = useReportDone()
  async function stop(reason: string) {
    await write('POST /api/office/bulk-actions/:id/stop', {
      params: { id },
      body: { reason },
    })
    await reportDone('It has been stopped.')
  }
  return (
    <section aria-labelledby="stop">
      <h2 id="stop">Stop it</h2>
      <p>Nothing is sent, and appointments stay as they are.</p>
      <ReasonForm submit="Stop it" label="Why" send={stop} />
    </section>
  )
}

import { Link, useNavigate } from 'react-router'
import { type CallOutcome, callOutcomesOf, reasonsByCall } from '../../../domain/office/calls.ts'
import type { CloseReason } from '../../../domain/office/loop-closing.ts'
import type { LoopDetail } from '../../../domain/office/loop-schemas.ts'
import { dayInWords, ukInstant } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { PhoneLink } from '../parts/contact-links.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { CALL_WORDS, callerInWords, REASON_WORDS, TELEPHONE_SCRIPT } from './loop-text.ts'
import styles from './loops.module.css'
import { takeNextCall } from './take-next-call.ts'

/** Whom to call, what to say, and what one press records before the next call opens. */
export function Call({ careLoop }: { careLoop: LoopDetail }) {
  const { is_to_ring: isToRing, caller, laboratory } = careLoop
  const isOther = isWithSomebodyElse(careLoop)
  return (
    <section aria-labelledby="telephone">
      <h2 id="telephone">{laboratory ? `Call ${laboratory.name}` : 'Call'}</h2>
      {laboratory ? (
        <LaboratoryToCall laboratory={laboratory} />
      ) : (
        <p className={styles.telephone}>
          <PhoneLink phone={careLoop.phone} />
        </p>
      )}
      <p>Date of birth to check: {dayInWords(careLoop.date_of_birth)}</p>
      {!laboratory && (
        <ol className={styles.script}>
          {[...TELEPHONE_SCRIPT, ...careLoop.script].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      )}
      {isOther && (
        <Notice tone="warn" title={callerInWords(careLoop) ?? ''}>
          <p>You can record an outcome when they have finished or let somebody else call.</p>
        </Notice>
      )}
      {isToRing && !isOther && (
        <>
          <div className={styles.call}>
            {caller === null ? (
              <TakeCall id={careLoop.id} />
            ) : (
              <>
                <p>{callerInWords(careLoop)}</p>
                <Release id={careLoop.id} />
              </>
            )}
          </div>
          <OnePress careLoop={careLoop} />
        </>
      )}
      {!isOther && <CallAgain id={careLoop.id} />}
    </section>
  )
}

function LaboratoryToCall({
  laboratory: { phone, tubes },
}: {
  laboratory: NonNullable<LoopDetail['laboratory']>
}) {
  const mayEnter = useCan('events.read')
  return (
    <>
      {phone === null ? (
        <p>
          Its phone number is not recorded. The office can enter it under{' '}
          {mayEnter ? <Link to="/products">Products</Link> : 'Products'}.
        </p>
      ) : (
        <p className={styles.telephone}>
          <PhoneLink phone={phone} />
        </p>
      )}
      {tubes.length > 0 && <p>Tube: {tubes.join(', ')}</p>}
    </>
  )
}

/** Whether a colleague is calling, so that nothing can be recorded. */
export function isWithSomebodyElse({ caller, is_own_call: isOwn }: LoopDetail): boolean {
  return caller !== null && !isOwn
}

function TakeCall({ id }: { id: number }) {
  const { isPending, run } = useAction(() =>
    write('POST /api/office/loops/:id/caller', { params: { id } }),
  )
  return (
    <Button kind="quiet" pending={isPending} onClick={run}>
      I am calling
    </Button>
  )
}

function Release({ id }: { id: number }) {
  const { isPending, run } = useAction(() =>
    write('DELETE /api/office/loops/:id/caller', { params: { id } }),
  )
  return (
    <Button kind="quiet" pending={isPending} onClick={run}>
      Let somebody else call
    </Button>
  )
}

function OnePress({ careLoop }: { careLoop: LoopDetail }) {
  const { id, kind, reasons } = careLoop
  const params = { id }
  const close = (reason: CloseReason) =>
    write('POST /api/office/loops/:id/close', { params, body: { reason } })
  const call = (outcome: CallOutcome) =>
    write('POST /api/office/loops/:id/calls', { params, body: { ring_at: null, outcome } })
  const [told, ...others] = reasonsByCall(reasons)
  const pressOf = (reason: CloseReason) => (
    <RecordButton
      key={reason}
      careLoop={careLoop}
      label={REASON_WORDS[reason]}
      record={() => close(reason)}
    />
  )
  return (
    <>
      <h3 id="one-press">Record the outcome and open the next call</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form. */}
      <div className={styles.call} role="group" aria-labelledby="one-press">
        {told && pressOf(told)}
        {callOutcomesOf(kind).map((outcome) => (
          <RecordButton
            key={outcome}
            careLoop={careLoop}
            label={CALL_WORDS[outcome]}
            record={() => call(outcome)}
          />
        ))}
        {others.map(pressOf)}
      </div>
    </>
  )
}

function RecordButton({
  careLoop: { id, name },
  label,
  record,
}: {
  careLoop: LoopDetail
  label: string
  record: () => Promise<unknown>
}) {
  const navigate = useNavigate()
  const { isPending, run } = useAction(async () => {
    await record()
    toast({ text: `${name}: ${label}.`, tone: 'success' })
    const next = await takeNextCall(id)
    await navigate(next)
  })
  return (
    <Button kind="quiet" pending={isPending} onClick={run}>
      {label}
    </Button>
  )
}

function CallAgain({ id }: { id: number }) {
  const reportDone = useReportDone()
  async function send(typed: FormData) {
    const moment = textIn(typed, 'ring_at')
    const [day = '', time = ''] = moment.split('T')
    const ringAt = moment === '' ? null : ukInstant(day, time).toISOString()
    await write('POST /api/office/loops/:id/calls', { params: { id }, body: { ring_at: ringAt } })
    await reportDone('The call has been recorded. Please call again.')
  }
  return (
    <OfficeForm submit="Nobody answered" send={send}>
      {(errorOf) => (
        <TextField
          name="ring_at"
          label="When to call again"
          hint="For example, after 5 pm. You can leave it empty."
          type="datetime-local"
          optional
          error={errorOf('ring_at')}
        />
      )}
    </OfficeForm>
  )
}

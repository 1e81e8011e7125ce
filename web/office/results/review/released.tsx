import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import {
  TAKE_BACK_COMMENTS,
  TAKE_BACK_REASONS,
  type TakeBackReason,
} from '../../../../domain/office/taking-back.ts'
import { RadioGroup } from '../../../ui/choices.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { write } from '../../api.ts'
import { missingFields, OfficeForm, textIn } from '../../parts/office-form.tsx'
import { ReasonField, ReasonForm } from '../../parts/reason-form.tsx'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

const LABELS: Record<TakeBackReason, string> = {
  wrong_man: 'It belongs to another person',
  wrong_band: 'The band is wrong',
  wrong_words: 'The words are wrong',
}

/** What can still be done about a result that was released. */
export function Released({ result, onDone }: Props) {
  const { holds, take_back: request } = result
  const isUndone = holds.some(({ kind }) => kind === 'sample_undone')
  return (
    <>
      <Notice>
        <p>
          This result has been released. If the mistake is the laboratory’s, wait for its new
          report. If it is ours, withdraw the result here.
        </p>
      </Notice>
      {isUndone && <Stands result={result} onDone={onDone} />}
      {request ? (
        <Pending result={result} request={request} onDone={onDone} />
      ) : (
        <TakeBackRequest result={result} onDone={onDone} />
      )}
    </>
  )
}

function Stands({ result: { id, version }, onDone }: Props) {
  return (
    <details>
      <summary>Keep it, although its sample was undone</summary>
      <ReasonForm
        maxLength={2000}
        name="stands_note"
        label="Why is it still theirs?"
        submit="Keep the result"
        send={async (note) => {
          const body = { note, version }
          await write('POST /api/office/results/:id/stands', { params: { id }, body })
          await onDone('The result has been kept')
        }}
      />
    </details>
  )
}

function TakeBackRequest({ result: { id, version, choice }, onDone }: Props) {
  const reader = choice === 'gp_only' ? 'the surgery has' : 'the member sees'
  return (
    <details>
      <summary>Withdraw what was released</summary>
      <p>
        Another clinician must approve this. Until then {reader} it as before. If it belongs to
        another person, do not wait: call a colleague now.
      </p>
      <OfficeForm
        submit="Ask a colleague to approve"
        check={(typed) => [
          ...(reasonIn(typed) ? [] : [{ field: 'because', message: 'Choose what is wrong.' }]),
          ...missingFields(typed, { ask_note: 'Say how you know.' }),
        ]}
        send={async (typed) => {
          const because = reasonIn(typed)
          if (!because) return
          const body = { because, note: textIn(typed, 'ask_note'), version }
          const params = { id }
          await write('POST /api/office/results/:id/take-back-request', { params, body })
          await onDone('Asked to withdraw it')
        }}
      >
        {(errorOf) => (
          <>
            <RadioGroup
              name="because"
              label="What is wrong"
              options={TAKE_BACK_REASONS.map((value) => ({ value, label: LABELS[value] }))}
              error={errorOf('because')}
            />
            <ReasonField
              maxLength={2000}
              name="ask_note"
              label="How you know"
              error={errorOf('ask_note')}
            />
          </>
        )}
      </OfficeForm>
    </details>
  )
}

function Pending({
  result: { id, version, choice },
  request,
  onDone,
}: Props & { request: NonNullable<OpenedResult['take_back']> }) {
  const { by, is_own: isOwn, because, note } = request
  const params = { id }
  return (
    <section aria-labelledby="take-back">
      <h2 id="take-back">Request to withdraw it</h2>
      <p>
        {by} has asked to withdraw this. {LABELS[because]}: {note}
      </p>
      {isOwn ? (
        <p>Another clinician must approve it.</p>
      ) : (
        <>
          <p>
            {choice === 'gp_only'
              ? 'If the surgery has had a letter, we will send it another. We tell the member only if somebody has called them about it.'
              : `The member will read: ${TAKE_BACK_COMMENTS[because]}`}
          </p>
          <ReasonForm
            maxLength={2000}
            name="confirm_note"
            label="What you looked at"
            submit="Withdraw it"
            send={async (text) => {
              const body = { note: text, version }
              await write('POST /api/office/results/:id/take-back-request/confirm', {
                params,
                body,
              })
              await onDone('Withdrawn')
            }}
          />
        </>
      )}
      <details>
        <summary>
          {isOwn ? 'Withdraw your request' : 'The result is right: drop the request'}
        </summary>
        <ReasonForm
          maxLength={2000}
          name="drop_note"
          label="Why does it stay as it is?"
          submit="Drop the request"
          send={async (text) => {
            const body = { note: text, version }
            await write('POST /api/office/results/:id/take-back-request/drop', { params, body })
            await onDone('Request dropped')
          }}
        />
      </details>
    </section>
  )
}

function reasonIn(typed: FormData): TakeBackReason | undefined {
  return TAKE_BACK_REASONS.find((reason) => reason === textIn(typed, 'because'))
}

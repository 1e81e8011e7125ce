import type { OpenedResult } from '../../../../domain/office/lab-result-shapes.ts'
import {
  TAKE_BACK_COMMENTS,
  TAKE_BACK_REASONS,
  type TakeBackReason,
} from '../../../../domain/office/taking-back.ts'
import { RadioGroup } from '../../../ui/choices.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { write } from '../../api.ts'
import { OfficeForm, textIn } from '../../parts/office-form.tsx'
import { NoteField, NoteForm } from './note-form.tsx'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

const LABELS: Record<TakeBackReason, string> = {
  wrong_man: 'It is of another person',
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
          This is released. The laboratory corrects it by a new report; we take back our own slips.
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
      <summary>It stands although its sample was undone</summary>
      <NoteForm
        name="stands_note"
        label="Why it is theirs all the same"
        submit="Record that it stands"
        send={async (note) => {
          const body = { note, version }
          await write('POST /api/office/results/:id/stands', { params: { id }, body })
          await onDone('Recorded that it stands')
        }}
      />
    </details>
  )
}

function TakeBackRequest({ result: { id, version, choice }, onDone }: Props) {
  const reader = choice === 'gp_only' ? 'the surgery has' : 'the member sees'
  return (
    <details>
      <summary>Take back what was released</summary>
      <p>
        Another clinician confirms it. Until then {reader} it as before. Nobody waits: call a
        colleague now when it is of another person.
      </p>
      <OfficeForm
        submit="Ask a colleague to approve"
        check={(typed) => [
          ...(reasonIn(typed) ? [] : [{ field: 'because', message: 'Choose what is wrong.' }]),
          ...(textIn(typed, 'ask_note') === ''
            ? [{ field: 'ask_note', message: 'Say how you know.' }]
            : []),
        ]}
        send={async (typed) => {
          const because = reasonIn(typed)
          if (!because) return
          const body = { because, note: textIn(typed, 'ask_note'), version }
          const params = { id }
          await write('POST /api/office/results/:id/take-back-request', { params, body })
          await onDone('Asked to take it back')
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
            <NoteField name="ask_note" label="How you know" error={errorOf('ask_note')} />
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
      <h2 id="take-back">Taking it back</h2>
      <p>
        {by} asks to take this back. {LABELS[because]}: {note}
      </p>
      {isOwn ? (
        <p>Another clinician has to confirm it.</p>
      ) : (
        <>
          <p>
            {choice === 'gp_only'
              ? 'The surgery gets a letter if it was sent one. The member reads of it only if somebody called them.'
              : `The member will read: ${TAKE_BACK_COMMENTS[because]}`}
          </p>
          <NoteForm
            name="confirm_note"
            label="What you looked at"
            submit="Take it back"
            send={async (text) => {
              const body = { note: text, version }
              await write('POST /api/office/results/:id/take-back-request/confirm', {
                params,
                body,
              })
              await onDone('Taken back')
            }}
          />
        </>
      )}
      <details>
        <summary>{isOwn ? 'Withdraw your request' : 'It is right: drop the request'}</summary>
        <NoteForm
          name="drop_note"
          label="Why it stays as it is"
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

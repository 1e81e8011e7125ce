import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { LetterBatch, OpenedBatch } from '../../../domain/office/result-letters.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Buttons } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { download, read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { Download } from '../tubes/day-forms.tsx'
import { addresseeOf, batchState, lettersInWords, toCollectInWords } from './letter-text.ts'
import styles from './letters.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<OpenedBatch> {
  return read('GET /api/office/letter-batches/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** Print, count, post: in this order. */
export function Component() {
  const batch = useLoaderData<OpenedBatch>()
  const { id, letters, reason, posted_at: posted, printed_at: printed, take_out: out } = batch
  return (
    <OfficePage
      title={`Batch ${id}`}
      trail={[
        { label: 'Letters', to: '/letters' },
        { label: 'Batches', to: '/letters/batches' },
      ]}
      lede="These letters show results. Print them where nobody else can see them."
    >
      <div className={styles.batch}>
        <Facts>
          <Fact term="Letters">{lettersInWords(letters)}</Fact>
          <Fact term="State">{batchState(batch)}</Fact>
          <Fact term="Made">
            {momentInWords(new Date(batch.made_at))}, {batch.made_by}
          </Fact>
          {reason && <Fact term="Printed again because">{reason}</Fact>}
        </Facts>
        {out.length > 0 && <TakeOut {...batch} />}
        {batch.to_collect > 0 && <ToCollect {...batch} />}
        {posted === null && <Print {...batch} />}
        {posted === null && letters > 0 && <Count key={`${printed} ${listed(out)}`} {...batch} />}
      </div>
    </OfficePage>
  )
}

/** Their members have no address, and come for them. */
function ToCollect({ to_collect: count, printed_at: printed }: LetterBatch) {
  return (
    <Notice title={toCollectInWords(count)}>
      <p>
        {printed === null
          ? 'They are the last of the PDF. Put them on a pile of their own, in closed envelopes with the name: once printed and counted, they stay at the office and are not posted.'
          : 'They are on the list ‘To collect’, and are not posted.'}
      </p>
    </Notice>
  )
}

function TakeOut({ take_out: out }: OpenedBatch) {
  const these = out.length === 1 ? 'this letter' : `these ${lettersInWords(out.length)}`
  return (
    <Notice tone="warn" title={`Take ${these} out of the pile`}>
      <ul>
        {out.map((letter) => (
          <li key={letter.id}>
            Letter {letter.id}: {addresseeOf({ ...letter, surgery: null })}
          </li>
        ))}
      </ul>
      <p>
        Destroy the copies printed here. They cannot be posted now: the result was replaced or is
        being checked again, a question about the member must be settled first, or the letter is
        being printed again in another batch. A letter that can be posted later will go into a new
        batch.
      </p>
    </Notice>
  )
}

function listed(letters: OpenedBatch['take_out']): string {
  return new Intl.ListFormat('en-GB').format(letters.map(({ id }) => String(id)))
}

function Print({ id }: LetterBatch) {
  const { revalidate } = useRevalidator()
  const save = (what: 'letters' | 'cover-list' | 'address-labels') =>
    download(`POST /api/office/letter-batches/:id/${what}`, `${what}-${id}.pdf`, { params: { id } })
  return (
    <section aria-labelledby="print">
      <h2 id="print">Print</h2>
      <p>
        Print on one side or both. Each letter starts on a new sheet. Use C5 or DL window envelopes.
        The cover list shows names and addresses but no results. For envelopes without a window,
        print the labels, which are in the order of the cover list.
      </p>
      <Buttons>
        <Download label="Letters (PDF)" save={() => save('letters')} onDone={revalidate} />
        <Download label="Cover list (PDF)" save={() => save('cover-list')} onDone={revalidate} />
        <Download
          label="Address labels (PDF)"
          save={() => save('address-labels')}
          onDone={revalidate}
        />
      </Buttons>
    </section>
  )
}

function Count({ id, letters, printed_at: printed, take_out: out }: OpenedBatch) {
  const { revalidate } = useRevalidator()
  const step = printed === null ? 'printed' : 'posted'
  return (
    <section aria-labelledby="envelopes">
      <h2 id="envelopes">{step === 'printed' ? 'Count' : 'Post'}</h2>
      <p>
        {step === 'printed'
          ? 'Put each letter into its envelope, tick it on the cover list, and count the envelopes.'
          : 'Count them again when you post them.'}
      </p>
      <OfficeForm
        submit={step === 'printed' ? 'All are printed' : 'All are posted'}
        check={(typed) => [
          ...(out.length === 0 || typed.get('out') !== null
            ? []
            : [
                { field: 'out', message: 'Please take them out of the pile first, and tick this.' },
              ]),
          ...(Number(textIn(typed, 'count')) === letters
            ? []
            : [
                {
                  field: 'count',
                  message: `The batch has ${lettersInWords(letters)}. Please count the envelopes again.`,
                },
              ]),
        ]}
        send={async (typed) => {
          await write('PUT /api/office/letter-batches/:id', {
            params: { id },
            body: {
              step,
              count: Number(textIn(typed, 'count')),
              taken_out: out.map((letter) => letter.id),
            },
          })
          await revalidate()
        }}
      >
        {(errorOf) => (
          <>
            {out.length > 0 && (
              <Checkbox name="out" error={errorOf('out')}>
                {out.length === 1 ? 'Letter' : 'Letters'} {listed(out)}{' '}
                {out.length === 1 ? 'is' : 'are'} out of the pile
              </Checkbox>
            )}
            <TextField
              name="count"
              label="Envelopes counted"
              inputMode="numeric"
              autoComplete="off"
              width={4}
              error={errorOf('count')}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}

import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import {
  type ExtraTubeReason,
  RECEIPT_LENGTH,
  type ReceiptCompared,
} from '../../../domain/office/laboratory-receipt.ts'
import type { FailsafeSheet } from '../../../domain/office/loop-schemas.ts'
import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { FileField } from '../parts/file-field.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { type SendOnce, usePreview } from '../parts/use-preview.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import styles from './loops.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<FailsafeSheet> {
  return read('GET /api/office/events/:id/failsafe-sheet', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

type Shown = { text: string; compared: ReceiptCompared }

/** The laboratory's list first, then how it differs from ours. */
export function Component() {
  const { event_id: id, event_name: name, event_date: date } = useLoaderData<FailsafeSheet>()
  const { shown, setShown, sendOnce } = usePreview<Shown>()
  return (
    <OfficePage
      title="The laboratory’s list"
      trail={[{ label: 'Failsafe sheet', to: `/events/${id}/failsafe` }]}
      lede={`${name}, ${weekdayAndDate(date)}. Compare the tubes that the laboratory received with those that were taken.`}
    >
      <div className={styles.part}>
        {shown ? (
          <Compared eventId={id} {...shown} sendOnce={sendOnce} onEnd={() => setShown(null)} />
        ) : (
          <EnterList eventId={id} onShow={setShown} />
        )}
      </div>
    </OfficePage>
  )
}

function EnterList({ eventId, onShow }: { eventId: number; onShow: (shown: Shown) => void }) {
  async function compare(typed: FormData) {
    const text = await listIn(typed)
    const compared = await write('POST /api/office/events/:id/laboratory-receipt', {
      params: { id: eventId },
      body: { dry_run: true, text },
    })
    onShow({ text, compared })
  }
  return (
    <OfficeForm submit="Compare" check={listErrors} send={compare}>
      {(errorOf) => (
        <>
          <TextAreaField
            name="list"
            label="Tube codes that the laboratory received"
            hint="One on each line, or a table with the codes in it. Nothing is stored but the outcome."
            rows={10}
            maxLength={RECEIPT_LENGTH}
            spellCheck={false}
            optional
            error={errorOf('list')}
          />
          <FileField
            name="file"
            label="Or a file"
            hint="CSV or text"
            accept=".csv,.txt"
            optional
            error={errorOf('file')}
          />
        </>
      )}
    </OfficeForm>
  )
}

type ComparedProps = Shown & { eventId: number; sendOnce: SendOnce; onEnd: () => void }

function Compared({ eventId, text, compared, sendOnce, onEnd }: ComparedProps) {
  const { received, newly_received: fresh, missing, extra, unreadable, shown } = compared
  const navigate = useNavigate()
  const reportDone = useReportDone()

  async function record() {
    const body = { dry_run: false as const, text, shown }
    await sendOnce(body, (idempotencyKey) =>
      write('POST /api/office/events/:id/laboratory-receipt', {
        params: { id: eventId },
        body,
        idempotencyKey,
      }),
    )
    await reportDone('What the laboratory has is recorded.')
    await navigate(`/events/${eventId}/failsafe`)
  }
  return (
    <>
      <Facts>
        <Fact term="On both lists">
          {received}, of which {fresh} were still on the way
        </Fact>
        <Fact term="Not on the laboratory’s list">{missing.length}</Fact>
        <Fact term="Only on the laboratory’s list">{extra.length}</Fact>
      </Facts>
      {missing.length > 0 && (
        <DataTable
          caption="Taken, but not on the laboratory’s list"
          rows={missing}
          rowKey={({ tube }) => tube}
          columns={[
            { label: 'Tube', cell: ({ tube }) => groupedTubeCode(tube) },
            { label: 'Name', cell: ({ name }) => name },
          ]}
        />
      )}
      {extra.length > 0 && (
        <DataTable
          caption="On the laboratory’s list, but not taken at this event"
          rows={extra}
          rowKey={({ tube }) => tube}
          columns={[
            { label: 'Tube', cell: ({ tube }) => groupedTubeCode(tube) },
            {
              label: 'What we know',
              cell: ({ reason, event_name: other }) =>
                other === null ? EXTRA_WORDS[reason] : `${EXTRA_WORDS[reason]}: ${other}`,
            },
          ]}
        />
      )}
      {unreadable.length > 0 && (
        <Notice title="Lines without a tube code" tone="warn">
          <ul>
            {unreadable.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
      {missing.length > 0 && (
        <p>
          Call the laboratory about the missing tubes. When you record the list, their tasks are
          overdue straight away. If a tube is lost, close its task with ‘The sample was lost or
          damaged’.
        </p>
      )}
      <OfficeForm
        submit="Record what it has"
        leave="Change the list"
        send={record}
        onCancel={onEnd}
      >
        {() => null}
      </OfficeForm>
    </>
  )
}

const EXTRA_WORDS: Record<ExtraTubeReason, string> = {
  unknown: 'We do not know this tube. Check that the code is right',
  undone: 'Its sample was undone at the door. Call the laboratory',
  other_event: 'It belongs to another event',
}

async function listIn(typed: FormData): Promise<string> {
  const file = fileIn(typed)
  const rows = file === null ? '' : await file.text()
  return `${textIn(typed, 'list')}\n${rows}`.trim()
}

/** Nothing of a list is left out: what is missing from it would be taken for missing at the laboratory. */
function listErrors(typed: FormData): FieldError[] {
  const list = textIn(typed, 'list')
  const file = fileIn(typed)
  if (list === '' && file === null)
    return [{ field: 'list', message: 'Paste the list, or choose a file.' }]
  if (list.length + (file?.size ?? 0) < RECEIPT_LENGTH) return []
  const message = 'This is too long. Leave only the column with the tube codes.'
  return [{ field: file === null ? 'list' : 'file', message }]
}

function fileIn(typed: FormData): File | null {
  const file = typed.get('file')
  return file instanceof File && file.size > 0 ? file : null
}

import { useState } from 'react'
import { Link } from 'react-router'
import type { TubesOfDay } from '../../../domain/office/tube-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { download } from '../api.ts'
import { counted } from '../events/event-text.ts'
import { useCan } from '../session.ts'

const USUAL_BOX = '50'

/** Names in letters that no document can show: a laboratory rejects a form that has '?' for them. */
function CannotPrint({ samples }: { samples: NonNullable<TubesOfDay['cannot_print']> }) {
  const mayRead = useCan('members.read')
  if (samples.length === 0) return null
  return (
    <Notice tone="warn" title="These names cannot be printed" level={3}>
      <ul>
        {samples.map(({ tube, name, member_id: id }) => (
          <li key={tube}>
            Tube {tube}: {mayRead ? <Link to={`/members/${id}`}>{name}</Link> : name}
          </li>
        ))}
      </ul>
      <p>
        The form would show question marks instead. Before you make it, ask the office to write the
        name in Latin letters, as in the passport, on the page of the member.
      </p>
    </Notice>
  )
}

const FORM = 'GET /api/office/days/:id/laboratory-form'
const COURIER_LIST = 'GET /api/office/days/:id/courier-list'

/** The laboratory form and the courier list of the samples so far. */
export function DayForms({
  day,
  problems,
  onMade,
}: {
  day: TubesOfDay
  problems: readonly string[]
  onMade: () => void
}) {
  const mayExport = useCan('laboratory_forms.export')
  const [perBox, setPerBox] = useState(USUAL_BOX)
  const isBox = /^[1-9]\d{0,2}$/.test(perBox) && Number(perBox) <= 500
  const { event_id: id, tubes, lab_name: lab, form, requires_nhs_number: needsNumbers } = day
  const options = { params: { id }, query: { tubes_per_box: perBox } }
  return (
    <section aria-labelledby="forms">
      <h2 id="forms">Laboratory form and courier list</h2>
      {tubes === 0 ? (
        <p>You can make them as soon as a sample has been recorded.</p>
      ) : (
        <>
          <Facts>
            <Fact term="Samples">{counted(tubes, 'tube')}</Fact>
            <Fact term="Laboratory">{lab ?? 'Not set'}</Fact>
            <Fact term="Latest form">{formInWords(form)}</Fact>
          </Facts>
          {problems.length > 0 && (
            <Notice tone="warn" title="Check these before you make the form" level={3}>
              <ul>
                {problems.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <p>
                <a href={`/office/days/${id}`}>Open the door screen</a>
              </p>
            </Notice>
          )}
          <CannotPrint samples={day.cannot_print ?? []} />
          {needsNumbers && (
            <p>
              This laboratory needs NHS numbers. This form shows only who has one. A clinician can
              make the form with the numbers, under ‘Laboratory forms’.
            </p>
          )}
          <p>
            The form has names and dates of birth. Send it to the laboratory and nobody else. The
            courier list shows tube codes only.
          </p>
          <Buttons>
            <Download
              label="Laboratory form (PDF)"
              onDone={onMade}
              save={() => download(FORM, `laboratory-form-${id}.pdf`, { params: { id } })}
            />
            {mayExport && (
              <Download
                label="Laboratory form (CSV)"
                onDone={onMade}
                save={() =>
                  download(`${FORM}.csv`, `laboratory-form-${id}.csv`, { params: { id } })
                }
              />
            )}
          </Buttons>
          <TextField
            name="tubes_per_box"
            label="Tubes in each courier box"
            inputMode="numeric"
            autoComplete="off"
            width={4}
            value={perBox}
            onChange={({ currentTarget: { value } }) => setPerBox(value.trim())}
            error={isBox ? undefined : 'Enter a number from 1 to 500.'}
            isAnnounced
          />
          {isBox && (
            <Buttons>
              <Download
                label="Courier list (PDF)"
                onDone={onMade}
                save={() => download(COURIER_LIST, `courier-list-${id}.pdf`, options)}
              />
              {mayExport && (
                <Download
                  label="Courier list (CSV)"
                  onDone={onMade}
                  save={() => download(`${COURIER_LIST}.csv`, `courier-list-${id}.csv`, options)}
                />
              )}
            </Buttons>
          )}
        </>
      )}
    </section>
  )
}

/** A button that saves a file and says why it could not; `of` is what the file is of, in a list. */
export function Download({
  label,
  of,
  save,
  onDone,
}: {
  label: string
  of?: string
  save: () => Promise<void>
  onDone: () => void
}) {
  const [isPending, setPending] = useState(false)
  async function run() {
    setPending(true)
    try {
      await save()
      onDone()
    } catch (error) {
      const text =
        error instanceof ApiError ? error.message : 'The download did not work. Please try again.'
      toast({ text, tone: 'error' })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={of === undefined ? undefined : `${label} of ${of}`}
      onClick={run}
    >
      {label}
    </Button>
  )
}

function formInWords(form: TubesOfDay['form']): string {
  if (!form) return 'Not made yet'
  const made = `Version ${form.version}, ${momentInWords(new Date(form.made_at))}`
  return form.is_current ? made : `${made}. Something has changed since then, so make it again.`
}

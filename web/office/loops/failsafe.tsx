import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import {
  type FailsafeSheet,
  SHEET_STAGES,
  type SheetStage,
  type TubeStep,
} from '../../../domain/office/loop-schemas.ts'
import { ownsStage } from '../../../domain/office/sheet-stages.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useCan, useMe } from '../session.ts'
import { STAGE_WORDS } from './loop-text.ts'
import styles from './loops.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<FailsafeSheet> {
  return read('GET /api/office/events/:id/failsafe-sheet', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** Whether everybody of a day has come to an end, and who says so. */
export function Component() {
  const sheet = useLoaderData<FailsafeSheet>()
  const { event_id: id, event_name: name, open, signatures } = sheet
  const maySeeEvents = useCan('events.read')
  const mayClose = useCan('loops.close')
  return (
    <OfficePage
      title="Failsafe sheet"
      trail={
        maySeeEvents
          ? [
              { label: 'Events', to: '/events' },
              { label: name, to: `/events/${id}` },
            ]
          : [{ label: 'Open tasks', to: '/loops' }]
      }
      lede={`${name}, ${weekdayAndDate(sheet.event_date)}. Somebody signs it when nothing from this day is still open.`}
      actions={
        <>
          {mayClose && (
            <ButtonLink kind="quiet" to={`/events/${id}/laboratory-receipt`}>
              Compare with the laboratory’s list
            </ButtonLink>
          )}
          <Receipt sheet={sheet} />
        </>
      }
    >
      <div className={styles.part}>
        <Facts>
          <Fact term="Booked">{sheet.booked}</Fact>
          <Fact term="Sampled">{sheet.sampled}</Fact>
          <Fact term="Tubes">{tubesInWords(sheet.tubes)}</Fact>
          <Fact term="Things to check at the door">{sheet.at_the_door}</Fact>
          <Fact term="The day">{sheet.is_day_closed ? 'Closed' : 'Not closed yet'}</Fact>
          <Fact term="Still being followed up">{sheet.follow_ups}</Fact>
        </Facts>
        <DataTable
          caption="Still open"
          rows={SHEET_STAGES}
          rowKey={(stage) => stage}
          columns={[
            { label: 'Stage', cell: (stage) => STAGE_WORDS[stage] },
            { label: 'Open', align: 'end', cell: (stage) => open[stage] ?? 0 },
            { label: 'Who', cell: (stage) => <People of={sheet.people[stage]} /> },
            { label: 'Tasks', cell: (stage) => <TasksOf sheet={sheet} stage={stage} /> },
            {
              label: 'State',
              cell: (stage) =>
                open[stage] ? <Badge tone="warn">Open</Badge> : <Badge tone="good">Done</Badge>,
            },
          ]}
        />
        <TubesBehind tubes={sheet.tubes_behind} />
        <Signature sheet={sheet} />
        {signatures.length > 0 && (
          <section aria-labelledby="signatures">
            <h2 id="signatures">Signatures</h2>
            <ul className={styles.script}>
              {signatures.map(({ by, at, explanation }) => (
                <li key={at}>
                  {by}, {momentInWords(new Date(at))}
                  {explanation && `: ${explanation}`}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </OfficePage>
  )
}

function People({ of: people = [] }: { of: FailsafeSheet['people'][SheetStage] | undefined }) {
  const mayOpen = useCan('members.read')
  if (people.length === 0) return null
  return (
    <ul className={styles.people}>
      {people.map(({ member_id: id, name }) => (
        <li key={id}>{mayOpen ? <Link to={`/members/${id}`}>{name}</Link> : name}</li>
      ))}
    </ul>
  )
}

/** Only where the reader's list has tasks of this stage. */
function TasksOf({ sheet, stage }: { sheet: FailsafeSheet; stage: SheetStage }) {
  const { roles } = useMe()
  if (!sheet.open[stage] || !ownsStage(stage, roles)) return null
  return (
    <Link
      to={`/loops?event=${sheet.event_id}&stage=${stage}`}
      aria-label={`Tasks: ${STAGE_WORDS[stage]}`}
    >
      Tasks
    </Link>
  )
}

function Receipt({ sheet: { event_id: id, open } }: { sheet: FailsafeSheet }) {
  const count = open.on_the_way ?? 0
  const { isPending, run } = useAction(async () => {
    const isSure = await confirm({
      title: 'Does the laboratory have them all?',
      text: `${count === 1 ? '1 sample is' : `${count} samples are`} marked as received. Call the laboratory first.`,
      yes: 'It has them all',
      no: 'Not yet',
    })
    if (isSure)
      await write('POST /api/office/events/:id/failsafe-sheet/receipt', { params: { id } })
  })
  if (count === 0) return null
  return (
    <Button kind="quiet" pending={isPending} onClick={run}>
      The laboratory has the samples
    </Button>
  )
}

function Signature({ sheet }: { sheet: FailsafeSheet }) {
  const { event_id: id, can_be_signed: canBe, is_signed: isSigned, is_day_closed: isClosed } = sheet
  const revalidator = useRevalidator()
  const { isPending, run } = useAction(() => sign())

  async function sign(explanation?: string) {
    const body = explanation ? { explanation } : {}
    await write('POST /api/office/events/:id/failsafe-sheet/signature', { params: { id }, body })
    await revalidator.revalidate()
  }
  if (isSigned)
    return (
      <Notice title="Signed">
        Nothing from this day has been reopened since the last signature.
      </Notice>
    )
  if (!canBe)
    return (
      <Notice title="You cannot sign yet" tone="warn">
        <p>
          {isClosed ? 'Something is still open.' : 'The day has not been closed.'}{' '}
          <Link to={`/loops?event=${id}`}>Open tasks of this event</Link>
        </p>
      </Notice>
    )
  if (sheet.needs_explanation)
    return (
      <ReasonForm
        name="explanation"
        submit="Sign with this explanation"
        label="Why the numbers differ, or what is left to look at"
        hint="Without names. It stays with the signature."
        rows={5}
        maxLength={1000}
        missing="Say why, without names."
        send={sign}
      />
    )
  return (
    <div>
      <Button pending={isPending} onClick={run}>
        Sign: nothing from this day is open
      </Button>
    </div>
  )
}

function tubesInWords({
  taken,
  on_form: onForm,
  received,
  with_result: results,
}: FailsafeSheet['tubes']) {
  const form = onForm === null ? 'no form was made' : `${onForm} on the form`
  return `${taken} taken, ${form}, ${received} at the laboratory, ${results} with a result`
}

const LACKS: Record<TubeStep, string> = {
  form: 'Not on the newest form',
  laboratory: 'Not received by the laboratory',
  result: 'No result yet',
}

function TubesBehind({ tubes }: { tubes: FailsafeSheet['tubes_behind'] }) {
  if (tubes.length === 0) return null
  return (
    <DataTable
      caption="Tubes that are behind"
      rows={tubes}
      rowKey={({ tube }) => tube}
      columns={[
        { label: 'Tube', cell: ({ tube }) => tube },
        { label: 'Name', cell: ({ name }) => name },
        {
          label: 'What is missing',
          cell: ({ lacks }) => lacks.map((one) => LACKS[one]).join('. '),
        },
      ]}
    />
  )
}

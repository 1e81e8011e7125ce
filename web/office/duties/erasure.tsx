import { Link, useLoaderData } from 'react-router'
import type { OfficeErasure } from '../../../domain/office/erasure-schemas.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { steadyLoader } from '../parts/steady-loader.ts'
import { useRefresh } from '../parts/use-refresh.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { CloseErasure } from './close-erasure.tsx'
import styles from './duties.module.css'
import { ERASURE_WORDS, erasureTone, OBSTACLE_WORDS, UNDER_WAY_WORDS } from './erasure-text.ts'

export const loader = steadyLoader(
  ({ params, request }): Promise<OfficeErasure> =>
    read('GET /api/office/erasures/:id', {
      params: { id: String(params.id) },
      signal: request.signal,
    }),
)

/** What will be deleted and what stays; nothing happens before the second press. */
export function Component() {
  const erasure = useLoaderData<OfficeErasure>()
  const { state, name, member_id: number } = erasure
  useRefresh(state === 'running')
  const isDone = state === 'done'
  const isShown = state === 'open' || isDone
  return (
    <OfficePage
      title={isDone ? `Erasure of member ${number}` : `Erase data for ${name}`}
      trail={[{ label: 'Erasure', to: '/erasures' }]}
      lede={isDone ? undefined : `Member ${number}`}
    >
      <div className={styles.parts}>
        <About erasure={erasure} />
        {isShown && (
          <section aria-labelledby="goes">
            <h2 id="goes">{isDone ? 'What was deleted' : 'What will be deleted'}</h2>
            <DataTable
              caption="What will be deleted"
              hideCaption
              rows={erasure.goes}
              rowKey={({ what }) => what}
              columns={[
                { label: 'What', cell: ({ what }) => what },
                { label: 'Rows', align: 'end', cell: ({ rows }) => rows },
              ]}
            />
          </section>
        )}
        {isShown && (
          <section aria-labelledby="stays">
            <h2 id="stays">{isDone ? 'What was kept' : 'What we must keep'}</h2>
            <DataTable
              caption="What stays"
              hideCaption
              rows={erasure.stays}
              rowKey={({ what }) => what}
              columns={[
                { label: 'What', cell: ({ what }) => what },
                { label: 'Why', cell: ({ why }) => why },
                { label: 'Until', cell: ({ until }) => until },
                { label: 'Rows', align: 'end', cell: ({ rows }) => rows },
              ]}
            />
          </section>
        )}
        {state === 'open' && <CarryOut erasure={erasure} />}
        {state === 'open' && <CloseErasure erasure={erasure} />}
      </div>
    </OfficePage>
  )
}

function About({ erasure }: { erasure: OfficeErasure }) {
  const { state, ended_at: endedAt, by } = erasure
  return (
    <Facts>
      <Fact term="State">
        <Badge tone={erasureTone(state)}>{ERASURE_WORDS[state]}</Badge>
      </Fact>
      <Fact term="Asked">{momentInWords(new Date(erasure.asked_at))}</Fact>
      {endedAt === null && <Fact term="Answer by">{dayInWords(erasure.due_on)}</Fact>}
      {endedAt !== null && (
        <Fact term="Ended">
          {momentInWords(new Date(endedAt))}, by {by ?? 'the member'}
        </Fact>
      )}
      {state === 'open' && (
        <Fact term="Email">{erasure.email ?? 'None: write to the member before you erase'}</Fact>
      )}
      {erasure.entered && <Entered {...erasure.entered} />}
      {erasure.refusal !== null && <Fact term="Why it was refused">{erasure.refusal}</Fact>}
      {erasure.log_number !== null && <Fact term="Number in the log">{erasure.log_number}</Fact>}
    </Facts>
  )
}

function Entered(entered: NonNullable<OfficeErasure['entered']>) {
  return (
    <>
      <Fact term="Entered by">{entered.by || 'a colleague'}</Fact>
      <Fact term="Asked by">{entered.asked_by}</Fact>
      <Fact term="Identity">{entered.identity}</Fact>
      <Fact term="What they asked for">{entered.reason}</Fact>
    </>
  )
}

function CarryOut({ erasure }: { erasure: OfficeErasure }) {
  const { request_id: id, member_id: number, name, email, obstacles } = erasure
  const waits = erasure.under_way.filter(({ is_signed: isSigned }) => !isSigned)
  const reportDone = useReportDone()

  async function carryOut(typed: FormData) {
    const isSure = await confirm({
      title: `Erase all data for ${name}?`,
      text: `This cannot be undone. ${email === null ? 'The member has no email address, so they will not be told.' : `We will send a last email to ${email}.`} The account will be closed and signed out everywhere.`,
      yes: 'Erase for ever',
      no: 'Go back',
    })
    if (!isSure) return
    await write('POST /api/office/erasures/:id/approval', {
      params: { id },
      body: { member_id: Number(textIn(typed, 'number')) },
    })
    await reportDone('The data is being erased.')
  }

  return (
    <section aria-labelledby="carry-out">
      <h2 id="carry-out">Carry it out</h2>
      {obstacles.length + waits.length > 0 ? (
        <Notice tone="warn" title="Not yet" level={3}>
          {obstacles.map((obstacle) => (
            <p key={obstacle}>{OBSTACLE_WORDS[obstacle]}</p>
          ))}
          {waits.map(({ what }) => (
            <p key={what}>{UNDER_WAY_WORDS[what]}</p>
          ))}
          {waits.length > 0 && (
            <p>
              The member needs to know this first, or a clinician must sign for it at{' '}
              <Link to={`/erasures/${id}/exception`}>this address</Link>.
            </p>
          )}
        </Notice>
      ) : (
        <OfficeForm
          submit="Erase the data"
          check={(typed) =>
            textIn(typed, 'number') === String(number)
              ? []
              : [{ field: 'number', message: `Enter ${number}.` }]
          }
          send={carryOut}
        >
          {(errorOf) => (
            <TextField
              name="number"
              label={`Type the member number, ${number}, to confirm who you are erasing`}
              inputMode="numeric"
              width={10}
              autoComplete="off"
              error={errorOf('number')}
            />
          )}
        </OfficeForm>
      )}
    </section>
  )
}

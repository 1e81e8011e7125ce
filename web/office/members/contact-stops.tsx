import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type {
  ContactStop,
  ContactStopKind,
  ContactStops,
  StopPreview,
} from '../../../domain/office/contact-stops.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { CheckboxGroup, RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { STOP_WORDS, STOPPED_WORDS, stoppedInWords } from './contact-stop-text.ts'
import styles from './member.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<ContactStops> {
  return read('GET /api/office/members/:id/contact-stops', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** That a member has died or wants less contact, and the way back, for office and clinicians. */
export function Component() {
  const member = useLoaderData<ContactStops>()
  return (
    <OfficePage
      title={`Contact with ${member.name}`}
      trail={[{ label: 'Members', to: '/members' }]}
      lede={`Born ${dayInWords(member.date_of_birth)}. Make sure that it is this member before you record anything.`}
    >
      <PersonBanner
        person={{
          died_at: member.died_at,
          wants_contact: member.wants_contact,
          is_consent_withdrawn: false,
          is_capacity_doubted: false,
          is_merged: false,
          is_erased: false,
        }}
      />
      <div className={styles.record}>
        {member.died_at === null && <NewStop member={member} />}
        {member.stops.map((stop) => (
          <Stop key={stop.id} stop={stop} memberId={member.member_id} />
        ))}
      </div>
    </OfficePage>
  )
}

const KINDS = (Object.keys(STOP_WORDS) as ContactStopKind[]).map((value) => ({
  value,
  label: STOP_WORDS[value].label,
}))

function NewStop({ member }: { member: ContactStops }) {
  const [kind, setKind] = useState('')
  const reportDone = useReportDone()

  async function record(typed: FormData) {
    const chosen = KINDS.find(({ value }) => value === kind)?.value
    if (!chosen) return
    const params = { id: member.member_id }
    const preview = await read('GET /api/office/members/:id/contact-stops/preview', {
      params,
      query: { kind: chosen },
    })
    const isSure =
      preview.against === null &&
      (await confirm({
        title: STOP_WORDS[chosen].question(member.name),
        text: `Born ${dayInWords(member.date_of_birth)}.\n${previewInWords(preview)}`,
        yes: 'Record it',
        no: 'Go back',
      }))
    if (preview.against !== null) toast({ text: preview.against, tone: 'error' })
    if (!isSure) return
    await write('POST /api/office/members/:id/contact-stops', {
      params,
      body: {
        kind: chosen,
        version: preview.version,
        told_by: textIn(typed, 'told_by'),
        died_on: textIn(typed, 'died_on') || null,
        kin: textIn(typed, 'kin') || null,
        note: textIn(typed, 'note') || null,
      },
    })
    await reportDone('It has been recorded. What stopped is listed here.')
  }

  return (
    <section aria-labelledby="new-stop">
      <h2 id="new-stop">Record a change</h2>
      <OfficeForm
        submit="See what stops"
        check={(typed) => [
          ...(kind === '' ? [{ field: 'kind', message: 'Choose one.' }] : []),
          ...missingFields(typed, { told_by: 'Say who told us, and how.' }),
        ]}
        send={record}
      >
        {(errorOf) => (
          <>
            <RadioGroup
              name="kind"
              label="What do you want to record?"
              options={KINDS}
              value={kind}
              onChange={setKind}
              error={errorOf('kind')}
            />
            <TextField
              name="told_by"
              label="Who told us, and how"
              hint="For example: the daughter, by phone."
              maxLength={200}
              autoComplete="off"
              error={errorOf('told_by')}
            />
            {kind === 'died' && (
              <>
                <TextField name="died_on" type="date" label="Date of death, if known" optional />
                <TextField
                  name="kin"
                  label="Whom we may speak to"
                  maxLength={300}
                  autoComplete="off"
                  optional
                />
              </>
            )}
            <TextField name="note" label="Note" maxLength={500} autoComplete="off" optional />
          </>
        )}
      </OfficeForm>
    </section>
  )
}

function previewInWords({ kind, stops, refund_pence: pence }: StopPreview): string {
  const listed = stops.map(({ kind: what, count }) => `${STOPPED_WORDS[what]}: ${count}`)
  const money = pence > 0 ? [`Refund: ${pounds(pence)}`] : []
  const counted = [...listed, ...money].join('. ')
  return [
    STOP_WORDS[kind].follows,
    counted === '' ? 'Nothing that you may see is waiting now.' : `Stops now: ${counted}.`,
    'Tasks and letters of clinicians stop as well. A colleague can revoke it.',
  ].join('\n')
}

function Stop({ stop, memberId }: { stop: ContactStop; memberId: number }) {
  const reportDone = useReportDone()
  const offered = stop.stopped.filter(({ can_restart: canRestart }) => canRestart)

  async function revoke(typed: FormData) {
    await write('POST /api/office/members/:id/contact-stops/:stop/revocation', {
      params: { id: memberId, stop: stop.id },
      body: {
        reason: textIn(typed, 'reason'),
        restart: typed.getAll('restart').map(Number),
      },
    })
    await reportDone('It has been revoked.')
  }

  return (
    <section aria-labelledby={`stop-${stop.id}`}>
      <h2 id={`stop-${stop.id}`}>{STOP_WORDS[stop.kind].label}</h2>
      <Facts>
        <Fact term="Recorded">
          {momentInWords(new Date(stop.at))}, {stop.made_by}
        </Fact>
        <Fact term="Told by">{stop.told_by}</Fact>
        {stop.died_on && <Fact term="Date of death">{dayInWords(stop.died_on)}</Fact>}
        {stop.kin && <Fact term="We may speak to">{stop.kin}</Fact>}
        {stop.note && <Fact term="Note">{stop.note}</Fact>}
        {stop.revoked && (
          <Fact term="Revoked">
            {momentInWords(new Date(stop.revoked.at))}, {stop.revoked.by}: {stop.revoked.reason}
          </Fact>
        )}
      </Facts>
      {stop.stopped.length > 0 && (
        <>
          <h3>What stopped</h3>
          <ul className={styles.bullets}>
            {stop.stopped.map((item) => (
              <li key={item.place}>{stoppedInWords(item)}</li>
            ))}
          </ul>
        </>
      )}
      {stop.may_revoke && (
        <OfficeForm
          submit="Revoke: it was a mistake"
          check={(typed) => missingFields(typed, { reason: 'Say why.' })}
          send={revoke}
        >
          {(errorOf) => (
            <>
              {offered.length > 0 && (
                <CheckboxGroup
                  name="restart"
                  label="What starts again"
                  hint="You must do the rest again by hand, for example book again or join the list again."
                  optional
                  options={offered.map((item) => ({
                    value: String(item.place),
                    label: stoppedInWords(item),
                  }))}
                />
              )}
              <ReasonField label="Why it is revoked" maxLength={300} error={errorOf('reason')} />
            </>
          )}
        </OfficeForm>
      )}
      {!stop.may_revoke && stop.revoked === null && (
        <p>If this is a mistake, a colleague revokes it: not the person who recorded it.</p>
      )}
    </section>
  )
}

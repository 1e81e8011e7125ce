import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import {
  MOST_REMINDED,
  type Reminded,
  type Unpaid,
  type UnpaidTotals,
} from '../../../domain/office/unpaid.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { counted } from '../events/event-text.ts'
import styles from '../events/events.module.css'
import { EmailLink, PhoneLink } from '../parts/contact-links.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListView } from '../parts/list-page.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { RowTick, useTicks } from '../parts/ticks.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'

const load = listLoader<Unpaid>((options) => read('GET /api/office/unpaid', options))

type Loaded = { list: LoadedList<Unpaid>; totals: UnpaidTotals }

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const q = new URL(args.request.url).searchParams.get('q')
  const [list, totals] = await Promise.all([
    load(args),
    read('GET /api/office/unpaid/totals', {
      query: q === null ? {} : { q },
      signal: args.request.signal,
    }),
  ])
  return { list, totals }
}

export function Component() {
  const { list, totals } = useLoaderData<Loaded>()
  const mayOpen = useCan('members.read')
  const maySend = useCan('appointments.write')
  const tab = list.query.tab === 'past' ? 'past' : 'coming'
  const ticks = useTicks(tab, MOST_REMINDED)
  const [refused, setRefused] = useState<Reminded['not_sent']>([])
  const canRemind = maySend && tab === 'coming'
  return (
    <OfficePage
      title="Unpaid"
      lede={`${pounds(totals[tab])} is still to pay. ${
        tab === 'coming'
          ? 'Coming events, the next one first.'
          : 'Events of the last 12 months, the latest first. A payment link works only until the event ends: call these members and record what they pay.'
      }`}
      actions={
        canRemind &&
        ticks.ids.length > 0 && (
          <Remind
            ids={ticks.ids}
            label={`Remind the ${ticks.ids.length} ticked`}
            question={`Send a payment link to the ${counted(ticks.ids.length, 'ticked member')}?`}
            onDone={(answer) => {
              ticks.clear()
              setRefused(answer.not_sent)
            }}
          />
        )
      }
    >
      <Hosts hosts={totals.hosts} />
      <NotSent refused={refused} />
      <ListView
        list={list}
        rowsName="appointments"
        rowKey={({ appointment_id: id }) => id}
        filter="Name, email, reference or event"
        tabs={[
          { value: 'coming', label: 'Coming events' },
          { value: 'past', label: 'Past events' },
        ]}
        csv={{ address: '/api/office/unpaid', fileName: 'unpaid.csv' }}
        empty={<p>Nobody owes anything.</p>}
        columns={[
          {
            label: 'Member',
            cell: ({ member_id: id, name }) =>
              mayOpen ? <Link to={`/members/${id}`}>{name}</Link> : name,
          },
          {
            label: 'For',
            cell: ({ event_name: event, date, time }) => `${event}, ${dayInWords(date)}, ${time}`,
          },
          { label: 'To pay', cell: (row) => <ToPay row={row} mayRecord={maySend} /> },
          {
            label: 'Reminded',
            cell: ({ reminded_at: at, pays_at_venue: atVenue }) => remindedText(at, atVenue),
          },
          {
            label: 'Contact',
            cell: ({ email, phone }) => (
              <span className={styles.contact}>
                <EmailLink email={email} />
                <PhoneLink phone={phone} />
              </span>
            ),
          },
          ...(canRemind
            ? [
                {
                  label: 'Remind',
                  cell: (row: Unpaid) =>
                    row.reminder === null ? (
                      !row.pays_at_venue && (
                        <Remind
                          ids={[row.appointment_id]}
                          label="Put on the list of calls"
                          fullLabel={`Put on the list of calls: ${row.name}`}
                          onDone={(answer) => setRefused(answer.not_sent)}
                        />
                      )
                    ) : (
                      <>
                        <RowTick
                          id={row.appointment_id}
                          label={`Remind ${row.name}`}
                          ticks={ticks}
                        />
                        <Remind
                          ids={[row.appointment_id]}
                          label="Send a reminder"
                          fullLabel={`Send a reminder to ${row.name}`}
                          onDone={(answer) => setRefused(answer.not_sent)}
                        />
                      </>
                    ),
                },
              ]
            : []),
        ]}
      />
    </OfficePage>
  )
}

/** Invoices are a list of their own. */
function Hosts({ hosts: { count, pence } }: Pick<UnpaidTotals, 'hosts'>) {
  if (count === 0) return null
  return (
    <p>
      Hosts still have {pounds(pence)} to pay on{' '}
      <Link to="/invoices">{counted(count, 'invoice')}</Link>.
    </p>
  )
}

function remindedText(at: string | null, paysAtVenue: boolean): string {
  if (at !== null) return momentInWords(new Date(at))
  return paysAtVenue ? 'Pays at the venue' : 'Not yet'
}

function ToPay({ row, mayRecord }: { row: Unpaid; mayRecord: boolean }) {
  const { price, owed, member_id: member, appointment_id: id, name } = row
  const sum = owed === price ? pounds(owed) : `${pounds(owed)} of ${pounds(price)}`
  if (!mayRecord) return sum
  return (
    <Link
      to={`/members/${member}/appointments/${id}/payment`}
      aria-label={`${sum}, payment of ${name}`}
    >
      {sum}
    </Link>
  )
}

/** Sends in one press; with a `question` it asks first. */
function Remind({
  ids,
  label,
  fullLabel,
  question,
  onDone,
}: {
  ids: number[]
  label: string
  /** With whom it is for. */
  fullLabel?: string
  question?: string
  onDone: (answer: Reminded) => void
}) {
  const done = useReportDone()
  const { isPending, run } = useAction(send)

  async function send() {
    if (question !== undefined) {
      const isSure = await confirm({
        title: question,
        text: 'Each member gets a new link by email or text. An earlier link stops working.',
        yes: 'Send',
        no: 'Go back',
      })
      if (!isSure) return
    }
    const answer = await write('POST /api/office/unpaid/reminders', {
      body: { appointment_ids: ids },
    })
    onDone(answer)
    const [first] = answer.sent
    if (answer.sent.length === 1 && first)
      await done(`A payment link has been sent to ${first.to}.`)
    else if (answer.sent.length > 1)
      await done(`${answer.sent.length} payment links have been sent.`)
    for (const { name } of answer.to_call) await done(`${name} is on the list of calls.`)
  }

  return (
    <Button
      kind="quiet"
      pending={isPending}
      onClick={run}
      {...(fullLabel !== undefined && { 'aria-label': fullLabel })}
    >
      {label}
    </Button>
  )
}

function NotSent({ refused }: { refused: Reminded['not_sent'] }) {
  if (refused.length === 0) return null
  return (
    <Notice tone="warn" role="alert" title="These members got no payment link">
      <ul>
        {refused.map(({ appointment_id: id, name, reason }) => (
          <li key={id}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

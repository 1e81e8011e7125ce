import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { OwnRequest, Today } from '../../../domain/office/today-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { tooFewInWords } from '../results/absence-text.ts'

const RESULTS = [
  { tab: 'review', one: 'result is waiting for review', many: 'results are waiting for review' },
  {
    tab: 'second',
    one: 'result needs a second clinician',
    many: 'results need a second clinician',
  },
  {
    tab: 'calls',
    one: 'member to call before a release',
    many: 'members to call before a release',
  },
  { tab: 'ready', one: 'result is ready to release', many: 'results are ready to release' },
] as const

function actionInWords({ kind, event_name: name }: { kind: string; event_name: string }): string {
  if (kind === 'appointment moves') return `Moving appointments of ${name}`
  if (kind === 'appointment cancellations') return `Cancelling appointments of ${name}`
  return `Cancelling ${name}`
}

/** Only what somebody has to look at: a count of none is no task. */
export function tasksOf(today: Today): { key: string; words: ReactNode }[] {
  const { failed_mails: mails, open_messages: messages } = today
  const { stuck_payments: payments, erasure_requests: erasures, drafts } = today
  const { absent_twice: absent } = today
  const { owed_refunds: owed, disputed_payments: disputed } = today
  const { unknown_notifications: unknown } = today
  const { refunds_to_confirm: refunds, merge_requests: requests, new_doubles: duplicates } = today
  const toConfirm = (today.actions_to_confirm ?? []).map((action) => ({
    key: `action ${action.bulk_action_id}`,
    count: 1,
    words: (
      <>
        <Link to={`/bulk-actions/${action.bulk_action_id}`}>
          {actionInWords(action)} is waiting for a second person
        </Link>
        , requested by {action.made_by}
      </>
    ),
  }))
  const toApprove = (today.strikes_to_approve ?? []).map((strike) => ({
    key: `strike ${strike.walk_in_strike_id}`,
    count: 1,
    words: (
      <>
        <Link to={`/walk-in-strikes/${strike.walk_in_strike_id}`}>
          Striking out walk-ins from {strike.helper} is waiting for a second person
        </Link>
        , requested by {strike.requested_by}
      </>
    ),
  }))
  const toClose = (today.days_to_close ?? []).map((day) => ({
    key: `day ${day.event_id}`,
    count: 1,
    words: (
      <>
        <Link to={`/events/${day.event_id}`}>{day.event_name}</Link>:{' '}
        {weekdayAndDate(day.event_date)} has not been closed
      </>
    ),
  }))
  const toLookAt = (today.days_to_look_at ?? []).map((day) => ({
    key: `door ${day.event_id}`,
    count: day.problems,
    words: (
      <>
        <a href={`/office/days/${day.event_id}`}>{day.event_name}</a>, the day of{' '}
        {weekdayAndDate(day.event_date)}: {counted(day.problems, 'thing', 'things')} to check at the
        door
      </>
    ),
  }))
  const results = RESULTS.map(({ tab, one, many }) => ({
    key: `results ${tab}`,
    count: today.results?.[tab] ?? null,
    words: (
      <Link to={`/results?tab=${tab}`}>{counted(today.results?.[tab] ?? null, one, many)}</Link>
    ),
  }))
  const complaints = (today.complaints ?? []).map(({ id, name, step, by }) => ({
    key: `complaint ${id}`,
    count: 1,
    words: (
      <>
        <Link to={`/messages/${id}`}>The complaint of {name} about personal data</Link>:{' '}
        {step === 'acknowledgement' ? 'acknowledge it' : 'tell the outcome, or how far you are,'} by{' '}
        {dayInWords(by)}
      </>
    ),
  }))
  const { too_few: tooFew = [], covered = [] } = today.clinicians_away ?? {}
  const away = [
    ...covered.map(({ clinician, until }) => ({
      key: `cover ${clinician}`,
      words: `You cover for ${clinician} until ${weekdayAndDate(until)}`,
    })),
    ...tooFew.map((days) => ({ key: `few ${days.from}`, words: tooFewInWords(days) })),
  ].map(({ key, words }) => ({
    key,
    count: 1,
    words: <Link to="/clinicians-away">{words}</Link>,
  }))
  return [
    ...complaints,
    ...away,
    ...toConfirm,
    ...toApprove,
    ...results,
    ...loopTasks(today.loops),
    ...toClose,
    ...toLookAt,
    {
      key: 'incidents',
      count: today.incidents ?? null,
      words: (
        <Link to="/incidents">
          {counted(today.incidents ?? null, 'incident at an event', 'incidents at an event')} to
          look at
        </Link>
      ),
    },
    {
      key: 'payments',
      count: payments?.count ?? null,
      words: (
        <>
          <Link to="/payments">
            {counted(payments?.count ?? 0, 'payment or refund is', 'payments or refunds are')} stuck
          </Link>
          {together(payments)}
        </>
      ),
    },
    {
      key: 'refunds',
      count: refunds?.count ?? null,
      words: (
        <>
          <Link to="/payments?tab=waiting">
            {counted(refunds?.count ?? 0, 'refund is waiting', 'refunds are waiting')} for you to
            approve
          </Link>
          {together(refunds)}
        </>
      ),
    },
    {
      key: 'owed',
      count: owed?.count ?? null,
      words: (
        <>
          <Link to="/payments?tab=by_hand">
            {counted(owed?.count ?? null, 'payment', 'payments')} to refund by hand
          </Link>
          , together {pounds(owed?.pence ?? 0)}
        </>
      ),
    },
    {
      key: 'invoices',
      count: today.invoices_to_refund?.count ?? null,
      words: (
        <>
          <Link to="/invoices?tab=refund">
            {counted(
              today.invoices_to_refund?.count ?? null,
              'cancelled invoice',
              'cancelled invoices',
            )}{' '}
            to refund
          </Link>
          , together {pounds(today.invoices_to_refund?.pence ?? 0)}
        </>
      ),
    },
    {
      key: 'unpaid',
      count: today.unpaid?.count ?? null,
      words: (
        <>
          <Link to="/unpaid">
            {counted(today.unpaid?.count ?? null, 'appointment', 'appointments')} of coming events
          </Link>{' '}
          still to pay, together {pounds(today.unpaid?.pence ?? 0)}
        </>
      ),
    },
    {
      key: 'cash',
      count: today.cash_differences ?? null,
      words: (
        <Link to="/cash-counts">
          {counted(today.cash_differences ?? null, 'cash count differs', 'cash counts differ')}
        </Link>
      ),
    },
    {
      key: 'disputed',
      count: disputed?.count ?? null,
      words: (
        <>
          <Link to="/payments?tab=disputed">
            {counted(disputed?.count ?? 0, 'payment is', 'payments are')} disputed or reversed by
            PayPal
          </Link>
          {together(disputed)}
        </>
      ),
    },
    {
      key: 'notifications',
      count: unknown,
      words: (
        <Link to="/notifications">
          {counted(unknown, 'report', 'reports')} from PayPal that match no payment of ours
        </Link>
      ),
    },
    {
      key: 'mails',
      count: mails,
      words: (
        <Link to="/mails">
          {counted(mails, 'email or text', 'emails or texts')} could not be sent
        </Link>
      ),
    },
    {
      key: 'messages',
      count: messages,
      words: <Link to="/messages">{counted(messages, 'message', 'messages')} to answer</Link>,
    },
    {
      key: 'held',
      count: today.held_messages ?? null,
      words: (
        <Link to="/messages?tab=spam">
          {counted(today.held_messages ?? 0, 'message is', 'messages are')} held as possible spam
        </Link>
      ),
    },
    {
      key: 'absent',
      count: absent,
      words: (
        <Link to="/members?tab=absent">
          {counted(absent, 'member', 'members')} to call: did not attend twice
        </Link>
      ),
    },
    {
      key: 'erasures',
      count: erasures,
      words: (
        <Link to="/erasures">
          {counted(erasures, 'member asks', 'members ask')} us to erase their data
        </Link>
      ),
    },
    {
      key: 'requests',
      count: requests,
      words: (
        <Link to="/merge-requests">
          {counted(requests, 'member asks', 'members ask')} us to merge two records
        </Link>
      ),
    },
    {
      key: 'record claims',
      count: today.record_claims ?? null,
      words: (
        <Link to="/record-claims">
          {counted(today.record_claims ?? 0, 'claim of a record is', 'claims of records are')}{' '}
          waiting for a clinician
        </Link>
      ),
    },
    {
      key: 'identity reviews',
      count: today.identity_reviews?.open ?? null,
      words: (
        <>
          <Link to="/identity-reviews">
            Who is this? {counted(today.identity_reviews?.open ?? 0, 'record', 'records')} to check
          </Link>
          {(today.identity_reviews?.overdue ?? 0) > 0 &&
            `, ${today.identity_reviews?.overdue} overdue`}
        </>
      ),
    },
    {
      key: 'doubles',
      count: duplicates,
      words: (
        <Link to="/doubles">
          {counted(duplicates, 'pair of records', 'pairs of records')} may be the same person
        </Link>
      ),
    },
    {
      key: 'jobs',
      count: today.late_jobs,
      words: (
        <Link to="/jobs">{counted(today.late_jobs, 'job is', 'jobs are')} late or failed</Link>
      ),
    },
    {
      key: 'drafts',
      count: drafts,
      words: (
        <Link to="/events?tab=draft">
          {counted(drafts, 'event is', 'events are')} not published yet
        </Link>
      ),
    },
  ].filter(({ count }) => count !== null && count > 0)
}

const OWN_REQUESTS: Record<
  OwnRequest['kind'],
  (request: OwnRequest) => [to: string, words: string]
> = {
  action: ({ id, about }) => [`/bulk-actions/${id}`, `What you requested for ${about}`],
  refund: ({ id, pence }) => [`/payments/${id}`, `A refund of ${pounds(pence ?? 0)}`],
  strike: ({ id, about }) => [`/walk-in-strikes/${id}`, `Striking out walk-ins from ${about}`],
  merge: ({ id }) => [`/merge-requests/${id}`, 'Merging two records'],
  withdrawal: ({ id }) => [`/results/${id}`, 'Withdrawing a result'],
}

/** What the reader asked for and somebody else has to approve. */
export function waitingForOthers(today: Today): { key: string; words: ReactNode }[] {
  return (today.own_requests ?? []).map((request) => {
    const [to, words] = OWN_REQUESTS[request.kind](request)
    return { key: `${request.kind} ${request.id}`, words: <Link to={to}>{words}</Link> }
  })
}

function together(sum: { pence: number } | null): string {
  return sum && sum.pence > 0 ? `, together ${pounds(sum.pence)}` : ''
}

function loopTasks(careLoops: Today['loops']) {
  if (!careLoops) return []
  const { overdue, telephone, of_clinicians: waiting, is_round_late: isLate } = careLoops
  return [
    {
      key: 'loops',
      count: overdue,
      words: (
        <Link to="/loops?tab=overdue">
          {counted(overdue, 'open task is', 'open tasks are')} overdue
        </Link>
      ),
    },
    {
      key: 'loops telephone',
      count: telephone,
      words: (
        <Link to="/loops?tab=telephone">
          {counted(telephone, 'person to call', 'people to call')} about open tasks
        </Link>
      ),
    },
    {
      key: 'loops of clinicians',
      count: waiting,
      words: `${counted(waiting, 'task is', 'tasks are')} overdue with the clinicians. Please tell them`,
    },
    {
      key: 'loops round',
      count: isLate ? 1 : 0,
      words: (
        <>
          <Link to="/loops">Open tasks</Link> have not been checked by the site for a while. Please
          tell an admin
        </>
      ),
    },
  ]
}

function counted(count: number | null, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}

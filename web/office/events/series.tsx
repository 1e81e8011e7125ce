import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { missingInWords } from '../../../domain/office/checklist-words.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { Doubt } from '../../../domain/office/event-doubts.ts'
import type { SeriesRow } from '../../../domain/office/event-schemas.ts'
import { ApiError } from '../../api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { refusalText } from '../parts/refusal-text.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { ChangeSeries } from './change-series.tsx'
import { counted, STATE_WORDS, timesInWords, townInWords } from './event-text.ts'
import styles from './events.module.css'
import { loadChoices } from './load-choices.ts'
import { loadEvent } from './load-event.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { params, request } = args
  const [event, { data: rows }, choices] = await Promise.all([
    loadEvent(args),
    read('GET /api/office/events/:id/series', {
      params: { id: String(params.id) },
      signal: request.signal,
    }),
    loadChoices(args),
  ])
  return { event, rows, choices }
}

/** The drafts and the events to come of a series: published together, or changed alike. */
export function Component() {
  const { event, rows, choices } = useLoaderData<typeof loader>()
  const mayWrite = useCan('events.write')
  const [left, setLeft] = useState<number[]>([])
  const ticked = rows.filter(({ event_id: id }) => !left.includes(id))
  const tick = (id: number, isTicked: boolean) =>
    setLeft((ids) => (isTicked ? ids.filter((one) => one !== id) : [...ids, id]))
  return (
    <OfficePage
      title={`Series of ${event.event_name}`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: `/events/${event.event_id}` },
      ]}
      lede="All copies of this event that are to come or are drafts. What you do here is done to the ticked ones."
      actions={mayWrite && <PublishTicked rows={ticked} />}
    >
      <DataTable
        caption="Events of the series"
        hideCaption
        rows={rows}
        rowKey={({ event_id: id }) => id}
        columns={[
          {
            label: 'Date',
            cell: (row) => (
              <Link to={`/events/${row.event_id}`}>{weekdayAndDate(row.event_date)}</Link>
            ),
          },
          { label: 'Times', cell: (row) => timesInWords(row.start_time, row.end_time) },
          { label: 'Where', cell: townInWords },
          {
            label: 'Booked',
            align: 'end',
            cell: (row) => `${row.appointments} of ${row.total_spaces}`,
          },
          {
            label: 'State',
            cell: ({ state }) => (
              <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>
            ),
          },
          { label: 'To check', cell: toCheck },
          ...(mayWrite
            ? [
                {
                  label: 'Ticked',
                  cell: ({ event_id: id, event_date: date }: SeriesRow) => (
                    <label className={styles.tick}>
                      <input
                        type="checkbox"
                        checked={!left.includes(id)}
                        onChange={({ target }) => tick(id, target.checked)}
                      />
                      <span className="visually-hidden">{weekdayAndDate(date)}</span>
                    </label>
                  ),
                },
              ]
            : []),
        ]}
      />
      {mayWrite && rows.length > 0 && (
        <ChangeSeries event={event} rows={ticked} choices={choices} />
      )}
    </OfficePage>
  )
}

function toCheck({ state, missing, doubts }: SeriesRow) {
  const texts = [
    ...(state === 'draft' ? missingInWords(missing) : []),
    ...(state === 'draft' ? doubts.map(({ sentence }) => sentence) : []),
  ]
  if (texts.length === 0) return state === 'draft' ? 'Ready' : ''
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function PublishTicked({ rows }: { rows: SeriesRow[] }) {
  const [isPending, setPending] = useState(false)
  const reportDone = useReportDone()
  const { revalidate } = useRevalidator()
  const ready = rows.filter(({ state, missing }) => state === 'draft' && missing.length === 0)
  if (ready.length === 0) return null
  const name = ready.length === 1 ? 'Publish this one' : `Publish these ${ready.length}`

  async function publish() {
    const doubts = ready.flatMap((row) => row.doubts)
    if (!(await isSureOf(doubts))) return
    setPending(true)
    try {
      const { published } = await write('POST /api/office/events/publish', {
        body: {
          event_ids: ready.map(({ event_id: id }) => id),
          acknowledged: [...new Set(doubts.map(({ kind }) => kind))],
        },
      })
      await reportDone(`${counted(published, 'event')} published.`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ text: refusalText(error), tone: 'error' })
      await revalidate()
    } finally {
      setPending(false)
    }
  }

  return (
    <Button pending={isPending} onClick={publish}>
      {name}
    </Button>
  )

  /** The list shows what is published; only what may be a mistake is asked about. */
  async function isSureOf(doubts: readonly Doubt[]): Promise<boolean> {
    if (doubts.length === 0) return true
    const texts = new Set(doubts.map(({ sentence }) => sentence))
    return confirm({
      title: `${name}?`,
      text: ['Please check first:', ...texts].join(' '),
      yes: name,
      no: 'Not yet',
    })
  }
}

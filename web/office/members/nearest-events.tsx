import { Link } from 'react-router'
import { milesInWords } from '../../../domain/miles.ts'
import { pounds } from '../../../domain/money.ts'
import type { EventsNearMember } from '../../../domain/office/booking-schemas.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import { whenInWords } from '../events/event-text.ts'
import { DataTable } from '../parts/data-table.tsx'

type Props = {
  member: Pick<OfficeMember, 'id' | 'postcode'>
  near: EventsNearMember
  /** The path before an event's id. */
  next: string
}

/** By distance from the member's postcode; without one, what to do about it. */
export function NearestEvents({ member: { id, postcode }, near, next }: Props) {
  if (!near.is_found)
    return (
      <p>
        {postcode
          ? `We do not know where ${postcode} is, so we cannot show the nearest events. `
          : 'The record has no postcode, so we cannot show the nearest events. '}
        <Link to={`/members/${id}/edit`}>Change contact details</Link>
      </p>
    )
  if (near.events.length === 0) return null
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest">Nearest to {postcode}</h2>
      <DataTable
        caption={`Events nearest to ${postcode}`}
        hideCaption
        columns={[
          {
            label: 'Event',
            cell: ({ event_id: event, event_name: name, requires_nhs_number: needsNumber }) => (
              <>
                <Link to={`${next}/${event}`}>{name}</Link>
                {needsNumber && (
                  <>
                    {' '}
                    <Badge tone="warn">Needs NHS number</Badge>
                  </>
                )}
              </>
            ),
          },
          { label: 'When', cell: whenInWords },
          { label: 'Distance', cell: ({ miles }) => milesInWords(miles) },
          {
            label: 'Price',
            align: 'end',
            cell: ({ price_pence: pence }) => (pence === 0 ? 'Free' : pounds(pence)),
          },
          {
            label: 'Places left',
            align: 'end',
            cell: placesInWords,
          },
        ]}
        rows={near.events}
        rowKey={({ event_id: event }) => event}
      />
    </section>
  )
}

/** '9', '9 and 3 kept back' */
function placesInWords({ free, kept_back: kept }: EventsNearMember['events'][number]): string {
  if (free + kept === 0) return 'Full: waiting list'
  const keptBack = kept === 0 ? '' : `${kept} kept back`
  return [free === 0 ? '' : free, keptBack].filter(Boolean).join(' and ')
}

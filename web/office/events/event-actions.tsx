import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ActionGroup, ActionGroups } from '../parts/action-groups.tsx'
import { useCan } from '../session.ts'
import { CloseBooking } from './close-booking.tsx'
import { CopyEvent } from './copy-event.tsx'
import { useWithdraw } from './use-withdraw.ts'

/** What can be done with the event, in groups; the one that cannot be undone stands apart. */
export function EventActions({ event }: { event: OfficeEvent }) {
  const mayWrite = useCan('events.write')
  const mayInvite = useCan('appointments.write')
  const mayCancel = useCan('events.cancel')
  const mayPrint = useCan('days.write')
  const maySeeLoops = useCan('loops.read')
  const { event_id: id, state } = event
  const isDraft = state === 'draft'
  const isToCome = state === 'published' && event.event_date >= ukDate(new Date())
  return (
    <ActionGroups
      apart={
        mayCancel &&
        (state === 'cancelled' || isToCome) && (
          <ButtonLink kind="quiet" to={`/events/${id}/cancel`}>
            {state === 'cancelled' ? 'See the cancellation' : 'Cancel the event'}
          </ButtonLink>
        )
      }
    >
      {mayWrite && (
        <ActionGroup title="Change">
          {state !== 'cancelled' && (
            <ButtonLink kind="quiet" to={`/events/${id}/edit`}>
              Change
            </ButtonLink>
          )}
          {isToCome && (
            <ButtonLink kind="quiet" to={`/events/${id}/time`}>
              Change the time
            </ButtonLink>
          )}
          <Copying event={event} />
          {event.series_id !== null && (
            <ButtonLink kind="quiet" to={`/events/${id}/series`}>
              Series
            </ButtonLink>
          )}
          {isToCome && <CloseBooking event={event} />}
          {isToCome && (
            <ButtonLink kind="quiet" to={`/banners/new?event=${id}`}>
              Add a banner
            </ButtonLink>
          )}
          {state !== 'cancelled' && <Withdraw event={event} />}
        </ActionGroup>
      )}
      {!isDraft && mayPrint && (
        <ActionGroup title="On the day">
          {state === 'published' && (
            <ButtonLink kind="quiet" to={`/days/${id}/late`}>
              Running late
            </ButtonLink>
          )}
          <ButtonLink kind="quiet" to={`/days/${id}/incidents`}>
            Incidents
          </ButtonLink>
          <ButtonLink kind="quiet" to={`/days/${id}/cash`}>
            Cash count
          </ButtonLink>
        </ActionGroup>
      )}
      {!isDraft && (mayPrint || maySeeLoops) && (
        <ActionGroup title="Papers">
          {mayPrint && (
            <>
              <ButtonLink kind="quiet" to={`/days/${id}/labels`}>
                Labels and forms
              </ButtonLink>
              <ButtonLink kind="quiet" to={`/events/${id}/list`}>
                List for the door
              </ButtonLink>
            </>
          )}
          {maySeeLoops && (
            <ButtonLink kind="quiet" to={`/events/${id}/failsafe`}>
              Failsafe sheet
            </ButtonLink>
          )}
        </ActionGroup>
      )}
      {(!isDraft || (mayWrite && event.is_private)) && (
        <ActionGroup title="Host">
          {!isDraft && mayInvite && (
            <ButtonLink kind="quiet" to={`/events/${id}/group`}>
              Invited group
            </ButtonLink>
          )}
          {!isDraft && (
            <ButtonLink kind="quiet" to={`/events/${id}/host-page`}>
              Host page
            </ButtonLink>
          )}
          {mayWrite && event.is_private && state !== 'cancelled' && (
            <ButtonLink kind="quiet" to={`/events/${id}/access-code`}>
              New access code
            </ButtonLink>
          )}
        </ActionGroup>
      )}
    </ActionGroups>
  )
}

function Copying({ event }: { event: OfficeEvent }) {
  const [isCopying, setCopying] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button kind="quiet" onClick={() => setCopying(true)}>
        Copy
      </Button>
      {isCopying && (
        <CopyEvent
          event={event}
          onClose={() => setCopying(false)}
          onCopied={() => navigate(`/events/${event.event_id}/series`)}
        />
      )}
    </>
  )
}

/** A draft is deleted, and a published event that nobody has used becomes a draft. */
function Withdraw({ event }: { event: OfficeEvent }) {
  const { isPending, discard, unpublish } = useWithdraw(event)
  return event.state === 'draft' ? (
    <Button kind="quiet" pending={isPending} onClick={discard}>
      Delete the draft
    </Button>
  ) : (
    <Button kind="quiet" pending={isPending} onClick={unpublish}>
      Unpublish
    </Button>
  )
}

import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import type {
  Invitation,
  InvitationCard,
  ListedInvitation,
} from '../../../domain/office/invitations.ts'
import { USUAL_DAYS } from '../../../domain/office/invitations.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink, Buttons } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { read, write } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { whenInWords } from './event-text.ts'
import styles from './group.module.css'
import { InvitationCards } from './invitation-cards.tsx'
import { STATE_TEXT } from './invitation-text.ts'
import { loadEvent } from './load-event.ts'

const loadRows = listLoader<ListedInvitation>((options, { id }) =>
  read('GET /api/office/events/:id/invitations', { ...options, params: { id: String(id) } }),
)

export async function loader(args: LoaderFunctionArgs) {
  const [list, event] = await Promise.all([loadRows(args), loadEvent(args)])
  return { list, event }
}

/** The places that are held for people by name, and what became of each. */
export function Component() {
  const { list, event } = useLoaderData<{
    list: LoadedList<ListedInvitation>
    event: OfficeEvent
  }>()
  const [cards, setCards] = useState<InvitationCard[]>([])
  const id = event.event_id
  const isOpen = event.state === 'published'
  return (
    <>
      <ListPage
        title="Invited group"
        trail={[
          { label: 'Events', to: '/events' },
          { label: event.event_name, to: `/events/${id}` },
        ]}
        lede={`${event.event_name}, ${whenInWords(event)}. Each person has a place held for them and a link of their own. Nothing is booked before they give their own consent.`}
        actions={isOpen && <ButtonLink to={`/events/${id}/group/new`}>Invite a group</ButtonLink>}
        list={list}
        rowsName="invitations"
        rowKey={(row) => row.id}
        csv={{
          address: `/api/office/events/${id}/invitations`,
          fileName: `invitations-${id}.csv`,
        }}
        empty={
          <p>Nobody has been invited by name. Send a list of names to hold places for them.</p>
        }
        columns={[
          { label: 'Name', cell: ({ name }) => name },
          { label: 'Time', cell: ({ time }) => time },
          {
            label: 'State',
            cell: ({ state }) => (
              <Badge tone={STATE_TEXT[state].tone}>{STATE_TEXT[state].label}</Badge>
            ),
          },
          { label: 'Begun by', cell: ({ begun_by: by }) => by ?? 'The office' },
          { label: 'Held until', cell: (row) => momentInWords(new Date(row.held_until)) },
          { label: 'Email', cell: ({ email }) => email ?? '' },
          { label: 'Mobile', cell: ({ mobile }) => mobile ?? '' },
          {
            label: 'Link sent',
            cell: ({ sent_at: at, undelivered }) => {
              if (undelivered) return <Badge tone="bad">Could not be delivered</Badge>
              return at ? momentInWords(new Date(at)) : 'Not sent'
            },
          },
          {
            label: 'Actions',
            cell: (row) =>
              (row.state === 'invited' || row.state === 'opened') && (
                <Actions
                  invitation={row}
                  onCard={(card) =>
                    setCards([...cards.filter(({ link }) => link !== card.link), card])
                  }
                />
              ),
          },
        ]}
      />
      {cards.length > 0 && <InvitationCards cards={cards} onClear={() => setCards([])} />}
    </>
  )
}

function Actions({
  invitation,
  onCard,
}: {
  invitation: Invitation
  onCard: (card: InvitationCard) => void
}) {
  const { id, name, email, mobile, member_id: memberId } = invitation
  const params = { id }
  const reportDone = useReportDone()
  const again = useAction(async () => {
    await write('POST /api/office/invitations/:id/sending', { params })
    await reportDone(`A new link has been sent to ${name}. The earlier one has stopped working.`)
  })
  const card = useAction(async () => {
    onCard(await write('POST /api/office/invitations/:id/card', { params }))
    await reportDone(
      `The card for ${name} is at the end of this page. An earlier link has stopped working.`,
    )
  })
  const extend = useAction(async () => {
    const body = { days: USUAL_DAYS }
    const held = await write('POST /api/office/invitations/:id/extension', { params, body })
    await reportDone(`The place is held until ${momentInWords(new Date(held.held_until))}.`)
  })
  const withdraw = useAction(async () => {
    const isSure = await confirm({
      title: `Withdraw the place for ${name}?`,
      text: 'Their link stops working, and somebody else can have the place. They are not told: let them know.',
      yes: 'Withdraw the place',
      no: 'Keep it held',
    })
    if (!isSure) return
    await write('POST /api/office/invitations/:id/withdrawal', { params })
    await reportDone(`The place is no longer held for ${name}.`)
  })
  const hasLink = memberId === null
  return (
    <div className={styles.actions}>
      <Buttons>
        {hasLink && (email !== null || mobile !== null) && (
          <Button
            kind="quiet"
            pending={again.isPending}
            onClick={again.run}
            aria-label={`Send again to ${name}`}
          >
            Send again
          </Button>
        )}
        {hasLink && (
          <Button
            kind="quiet"
            pending={card.isPending}
            onClick={card.run}
            aria-label={`Print a card for ${name}`}
          >
            Print a card
          </Button>
        )}
        <Button
          kind="quiet"
          pending={extend.isPending}
          onClick={extend.run}
          aria-label={`Hold for 7 days more for ${name}`}
        >
          Hold for 7 days
        </Button>
        <Button
          kind="quiet"
          pending={withdraw.isPending}
          onClick={withdraw.run}
          aria-label={`Withdraw the place for ${name}`}
        >
          Withdraw
        </Button>
      </Buttons>
    </div>
  )
}

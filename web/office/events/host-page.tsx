import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import type { HostSettings } from '../../../domain/office/host-links.ts'
import { dayInWords, momentInWords, ukDate } from '../../../domain/uk-time.ts'
import { copy } from '../../two-step/copy.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import styles from './events.module.css'

type Loaded = { event: OfficeEvent; settings: HostSettings }

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const options = { params: { id: String(params.id) }, signal: request.signal }
  const [event, settings] = await Promise.all([
    read('GET /api/office/events/:id', options),
    read('GET /api/office/events/:id/host-page', options),
  ])
  return { event, settings }
}

export function Component() {
  const { event, settings } = useLoaderData<Loaded>()
  const mayWrite = useCan('events.write')
  const [link, setLink] = useState<string | null>(null)
  const isOpen = event.state === 'published'
  const isToCome = isOpen && event.event_date > ukDate(new Date())
  return (
    <OfficePage
      title="Host page"
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: `/events/${event.event_id}` },
      ]}
      lede="A private page for the host. It shows the places booked and a poster and, after the event, a summary in rounded numbers. It never shows names or results."
    >
      <div className={styles.parts}>
        {link && <NewLink link={link} />}
        <section aria-labelledby="link" className={styles.stack}>
          <h2 id="link">The link</h2>
          <LinkFacts link={settings.link} />
          {mayWrite && isOpen && (
            <MakeLink event={event} hasLink={settings.link !== null} onMade={setLink} />
          )}
          {mayWrite && settings.link && (
            <EndLink eventId={event.event_id} onEnded={() => setLink(null)} />
          )}
        </section>
        <section aria-labelledby="release" className={styles.stack}>
          <h2 id="release">Places kept for the host</h2>
          <Facts>
            <Fact term="Kept back">
              {settings.kept_back === 0
                ? 'None. To keep some, press ‘Change’ on the page of the event.'
                : `${settings.kept_back}, of which ${settings.kept_back_booked} booked`}
            </Fact>
            <Fact term="Release">{releaseInWords(settings)}</Fact>
          </Facts>
          {mayWrite && isToCome && <Release event={event} settings={settings} />}
        </section>
      </div>
    </OfficePage>
  )
}

function NewLink({ link }: { link: string }) {
  return (
    <Notice role="status" title="The new link works now">
      <div className={styles.stack}>
        <p className={styles.letter}>{link}</p>
        <p>We show it only once. Anyone with the link can open the page.</p>
        <Buttons>
          <Button onClick={() => copy(link, 'The link has been copied.')}>Copy the link</Button>
        </Buttons>
      </div>
    </Notice>
  )
}

function LinkFacts({ link }: { link: HostSettings['link'] }) {
  if (!link) return <p>There is no working link at the moment.</p>
  return (
    <Facts>
      <Fact term="Made">
        {momentInWords(new Date(link.made_at))}, by {link.made_by}
        {link.is_mailed && ', and emailed to the host'}
      </Fact>
      <Fact term="Works until">{dayInWords(ukDate(new Date(link.expires_at)))}</Fact>
    </Facts>
  )
}

function MakeLink({
  event,
  hasLink,
  onMade,
}: {
  event: OfficeEvent
  hasLink: boolean
  onMade: (link: string) => void
}) {
  const { revalidate } = useRevalidator()

  async function make(typed: FormData) {
    const isSure =
      !hasLink ||
      (await confirm({
        title: 'Make a new link?',
        text: 'The current link will stop working straight away.',
        yes: 'Make a new link',
        no: 'Keep it',
      }))
    if (!isSure) return
    const { link } = await write('POST /api/office/events/:id/host-page/link', {
      params: { id: event.event_id },
      body: { mail_to_host: typed.has('mail_to_host') },
    })
    onMade(link)
    await revalidate()
  }

  return (
    <OfficeForm submit={hasLink ? 'Make a new link' : 'Make a link'} send={make}>
      {(errorOf) =>
        event.contact_email ? (
          <Checkbox name="mail_to_host" optional error={errorOf('mail_to_host')}>
            Email it to {event.contact_email}
          </Checkbox>
        ) : (
          <p>We have no email address for the host. Copy the link and pass it on.</p>
        )
      }
    </OfficeForm>
  )
}

function EndLink({ eventId, onEnded }: { eventId: number; onEnded: () => void }) {
  const reportDone = useReportDone()
  const [isPending, setPending] = useState(false)

  async function end() {
    const isSure = await confirm({
      title: 'End the link?',
      text: 'The host can no longer open the page. You can make a new link at any time.',
      yes: 'End the link',
      no: 'Keep it',
    })
    if (!isSure) return
    setPending(true)
    try {
      await write('DELETE /api/office/events/:id/host-page/link', { params: { id: eventId } })
      onEnded()
      await reportDone('The link has ended.')
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : 'Please try again.', tone: 'error' })
    }
    setPending(false)
  }

  return (
    <Buttons>
      <Button kind="quiet" pending={isPending} onClick={() => void end()}>
        End the link
      </Button>
    </Buttons>
  )
}

function Release({ event, settings }: Loaded) {
  const reportDone = useReportDone()

  async function save(typed: FormData) {
    await write('PUT /api/office/events/:id/host-page', {
      params: { id: event.event_id },
      body: { release_on: textIn(typed, 'release_on') || null },
    })
    await reportDone('The date has been saved.')
  }

  return (
    <OfficeForm submit="Save the date" send={save}>
      {(errorOf) => (
        <TextField
          name="release_on"
          type="date"
          label="Release unclaimed places on"
          hint="From that morning we offer them to the waiting list and then to everybody. Leave it empty to never release them."
          optional
          width={10}
          defaultValue={settings.released_at ? '' : (settings.release_on ?? '')}
          error={errorOf('release_on')}
        />
      )}
    </OfficeForm>
  )
}

function releaseInWords({ release_on: day, released_at: at }: HostSettings): string {
  if (at) return `Unclaimed places were released at ${momentInWords(new Date(at))}`
  return day ? `On ${dayInWords(day)}` : 'No date set'
}

import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import {
  AUDIENCE_LABELS,
  NEWSLETTER_WAIT_MINUTES,
  type Newsletter,
} from '../../../domain/office/newsletters.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button, ButtonLink, Buttons } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { HowTextReads } from '../parts/how-text-reads.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import sections from '../parts/sections.module.css'
import { useAction } from '../parts/use-action.ts'
import { useRefresh } from '../parts/use-refresh.ts'
import { accountEmail } from '../session.ts'
import { isWaiting, peopleInWords, progressInWords, stateOf } from './newsletter-state.ts'

export function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Newsletter> {
  return read('GET /api/office/newsletters/:id', { params: { id: String(params.id) }, signal })
}

export function Component() {
  const newsletter = useLoaderData<Newsletter>()
  const { subject, html, state, changed_by: by, changed_at: at } = newsletter
  useRefresh(state === 'sending' && !isWaiting(newsletter))
  return (
    <OfficePage
      title={subject}
      trail={[{ label: 'Newsletters', to: '/newsletters' }]}
      lede={`${stateOf(newsletter).label}. Changed by ${by}, ${momentInWords(new Date(at))}.`}
      actions={state === 'draft' ? <DraftActions newsletter={newsletter} /> : undefined}
    >
      <div className={sections.sections}>
        {state === 'draft' ? (
          <ToSend newsletter={newsletter} />
        ) : (
          <Sending newsletter={newsletter} />
        )}
        <section aria-labelledby="reads">
          <h2 id="reads">How it reads</h2>
          <HowTextReads html={html} />
        </section>
      </div>
    </OfficePage>
  )
}

function DraftActions({ newsletter: { id, version } }: { newsletter: Newsletter }) {
  const navigate = useNavigate()
  const discard = useAction(async () => {
    const isSure = await confirm({
      title: 'Discard this draft?',
      text: 'Its words are lost. Nobody has got it.',
      yes: 'Discard it',
      no: 'Keep it',
    })
    if (!isSure) return
    await write('POST /api/office/newsletters/:id/discard', { params: { id }, body: { version } })
    toast({ text: 'The draft has been discarded.', tone: 'success' })
    await navigate('/newsletters')
  })
  return (
    <>
      <ButtonLink kind="quiet" to={`/newsletters/${id}/edit`}>
        Change
      </ButtonLink>
      <Button kind="quiet" pending={discard.isPending} onClick={discard.run}>
        Discard
      </Button>
    </>
  )
}

/** First the test, then everybody: the second button does nothing until the present words were tested. */
function ToSend({ newsletter }: { newsletter: Newsletter }) {
  const { id, version, audience, would_reach: counts, is_tested: isTested } = newsletter
  const count = counts[audience] ?? 0
  const people = peopleInWords(count)
  const sent = { params: { id }, body: { version } }
  const test = useAction(async () => {
    await write('POST /api/office/newsletters/:id/test', sent)
    toast({ text: `A test is on its way to ${accountEmail()}.`, tone: 'success' })
  })
  const send = useAction(async () => {
    const isSure = await confirm({
      title: `Send this newsletter to ${people}?`,
      text: `The first email leaves in ${NEWSLETTER_WAIT_MINUTES} minutes. Until then you can make it a draft again.`,
      yes: 'Send it',
      no: 'Not yet',
    })
    if (!isSure) return
    await write('POST /api/office/newsletters/:id/send', sent)
  })
  return (
    <section className="stack" aria-labelledby="send">
      <h2 id="send">Send it</h2>
      <p>
        {AUDIENCE_LABELS[audience]}: {count === 0 ? 'nobody yet' : `${people} now`}. Everybody gets
        it once, with a link to unsubscribe, and it is shown on the website.
      </p>
      {!isTested && <p>Send a test to yourself first. Read it on a phone, and press its links.</p>}
      <Buttons>
        <Button kind={isTested ? 'quiet' : 'primary'} pending={test.isPending} onClick={test.run}>
          Send me a test
        </Button>
        {isTested && count > 0 && (
          <Button pending={send.isPending} onClick={send.run}>
            Send it to {people}
          </Button>
        )}
      </Buttons>
    </section>
  )
}

function Sending({ newsletter }: { newsletter: Newsletter }) {
  const { id, version, state, shown, begins_at: begins, finished_at: finished } = newsletter
  const acted = { params: { id }, body: { version } }
  const stop = useAction(() => write('POST /api/office/newsletters/:id/stop', acted))
  const goOn = useAction(() => write('POST /api/office/newsletters/:id/continue', acted))
  const show = useAction(() =>
    write('PUT /api/office/newsletters/:id/shown', {
      params: { id },
      body: { version, shown: !shown },
    }),
  )
  const waits = isWaiting(newsletter)
  return (
    <section className="stack" aria-labelledby="sent">
      <h2 id="sent">Sending</h2>
      {waits && begins !== null && (
        <Notice tone="info">
          <p>The first email leaves at {momentInWords(new Date(begins))}. Nobody has got it yet.</p>
        </Notice>
      )}
      <p role="status">
        {state === 'sent' && finished !== null
          ? `Sent to ${progressInWords(newsletter)}, ${momentInWords(new Date(finished))}. Emails that could not be delivered are under ‘Emails and texts’.`
          : `Sent to ${progressInWords(newsletter)}.`}
        {state === 'stopped' && ' It is stopped: the others do not get it unless you go on.'}
      </p>
      <Buttons>
        {state === 'sending' && (
          <Button kind="quiet" pending={stop.isPending} onClick={stop.run}>
            {waits ? 'Make it a draft again' : 'Stop'}
          </Button>
        )}
        {state === 'stopped' && (
          <Button pending={goOn.isPending} onClick={goOn.run}>
            Send it to the others
          </Button>
        )}
        <Button kind="quiet" pending={show.isPending} onClick={show.run}>
          {shown ? 'Take it off the website' : 'Show it on the website'}
        </Button>
      </Buttons>
    </section>
  )
}

import { Link, useLoaderData } from 'react-router'
import type { OfficeMessage } from '../../../domain/office/desk-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { read, write } from '../api.ts'
import { EmailLink, PhoneLink } from '../parts/contact-links.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useAction } from '../parts/use-action.ts'
import styles from './desk.module.css'

export const loader = listLoader<OfficeMessage>((options) =>
  read('GET /api/office/messages', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<OfficeMessage>>()
  return (
    <ListPage
      title="Messages"
      lede="Messages from the contact form, and requests to host an event. Reply by email or phone, then mark the message as handled."
      actions={
        <ButtonLink kind="quiet" to="/subscriptions">
          Newsletter
        </ButtonLink>
      }
      list={list}
      rowsName="messages"
      rowKey={({ id }) => id}
      filter="Name, email or text"
      tabs={[
        { value: 'open', label: 'Open' },
        { value: 'handled', label: 'Handled' },
        { value: 'spam', label: 'Probably spam' },
      ]}
      csv={{ address: '/api/office/messages', fileName: 'messages.csv' }}
      columns={[
        { label: 'From', cell: (message) => <Sender {...message} /> },
        { label: 'Message', cell: ({ message }) => <p className={styles.words}>{message}</p> },
        { label: 'Received', cell: ({ received_at: at }) => momentInWords(new Date(at)) },
        { label: 'State', cell: (message) => <Handled {...message} /> },
      ]}
    />
  )
}

function Sender({ name, email, phone_number: phone, members }: OfficeMessage) {
  return (
    <span className={styles.sender}>
      <b>{name}</b>
      <EmailLink email={email} />
      <PhoneLink phone={phone} />
      {members.map(({ id, name: member }) => (
        <Link key={id} to={`/members/${id}`}>
          Member {id}, {member}
        </Link>
      ))}
    </span>
  )
}

function Handled({ id, name, handled_by: by, handled_at: at, spam_reason: spam }: OfficeMessage) {
  const isHandled = at !== null
  const label = isHandled ? 'Reopen' : 'Mark as handled'
  const { isPending, run } = useAction(() =>
    write('PUT /api/office/messages/:id/handled', {
      params: { id },
      body: { handled: !isHandled },
    }),
  )
  return (
    <span className={styles.sender}>
      {isHandled && `Handled by ${by}, ${momentInWords(new Date(at))}`}
      {spam && !isHandled && `Held: ${spam}`}
      {!isHandled && <Spam id={id} name={name} isSpam={spam !== null} />}
      <Button
        kind="quiet"
        pending={isPending}
        aria-label={`${label}: the message of ${name}`}
        onClick={run}
      >
        {label}
      </Button>
    </span>
  )
}

function Spam({ id, name, isSpam }: { id: number; name: string; isSpam: boolean }) {
  const label = isSpam ? 'Not spam' : 'Spam'
  const { isPending, run } = useAction(() =>
    write('PUT /api/office/messages/:id/spam', { params: { id }, body: { spam: !isSpam } }),
  )
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`${label}: the message of ${name}`}
      onClick={run}
    >
      {label}
    </Button>
  )
}

import { Link, useLoaderData } from 'react-router'
import type { OfficeMessage } from '../../../domain/office/desk-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { read } from '../api.ts'
import { EmailLink, PhoneLink } from '../parts/contact-links.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { complaintText } from './complaint-text.ts'
import styles from './desk.module.css'
import { Handled, Spam } from './message-state.tsx'

export const loader = listLoader<OfficeMessage>((options) =>
  read('GET /api/office/messages', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<OfficeMessage>>()
  return (
    <ListPage
      title="Messages"
      lede="Messages from the contact form, and requests to host an event. Open one to answer it, to leave a note, or to hand it to a colleague."
      list={list}
      rowsName="messages"
      rowKey={({ id }) => id}
      filter="Name, email or text"
      tabs={[
        { value: 'open', label: 'Open' },
        { value: 'mine', label: 'Mine' },
        { value: 'complaints', label: 'Complaints about data' },
        { value: 'handled', label: 'Handled' },
        { value: 'spam', label: 'Probably spam' },
      ]}
      csv={{ address: '/api/office/messages', fileName: 'messages.csv' }}
      columns={[
        { label: 'From', cell: (message) => <Sender {...message} /> },
        { label: 'Message', cell: ({ message }) => <p className={styles.words}>{message}</p> },
        { label: 'Received', cell: ({ received_at: at }) => momentInWords(new Date(at)) },
        { label: 'State', cell: (message) => <State {...message} /> },
      ]}
    />
  )
}

function Sender({ id: messageId, name, email, phone_number: phone, members }: OfficeMessage) {
  return (
    <span className={styles.sender}>
      <Link to={`/messages/${messageId}`}>
        <b>{name}</b>
      </Link>
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

function State(message: OfficeMessage) {
  const { handled_by: by, handled_at: at, spam_reason: spam, owner, complaint } = message
  return (
    <span className={styles.sender}>
      {complaint && <b>{complaintText(complaint)}</b>}
      {at !== null && `Handled by ${by}, ${momentInWords(new Date(at))}`}
      {at === null && owner && `${owner.name} sees to it`}
      {spam && at === null && `Held: ${spam}`}
      <Spam {...message} />
      <Handled {...message} />
    </span>
  )
}

import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { OfficeMessage } from '../../../domain/office/desk-shapes.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import styles from './desk.module.css'

export const loader = listLoader<OfficeMessage>((query, { signal }) =>
  read('GET /api/office/messages', { query, ...(signal && { signal }) }),
)

export function Component() {
  const list = useLoaderData<LoadedList<OfficeMessage>>()
  return (
    <ListPage
      title="Messages"
      lede="What visitors wrote in the contact form. Answer by e-mail or telephone, then mark the message as handled."
      actions={
        <ButtonLink kind="quiet" to="/subscriptions">
          Newsletter
        </ButtonLink>
      }
      list={list}
      rowsName="messages"
      rowKey={({ id }) => id}
      filter="Name, e-mail or words"
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

function Sender({ name, email, phone_number: phone }: OfficeMessage) {
  return (
    <span className={styles.sender}>
      <b>{name}</b>
      <a href={`mailto:${email}`}>{email}</a>
      <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
    </span>
  )
}

function Handled({ id, name, handled_by: by, handled_at: at, spam_reason: spam }: OfficeMessage) {
  const revalidator = useRevalidator()
  const [isPending, setPending] = useState(false)
  const isHandled = at !== null
  const words = isHandled ? 'Open again' : 'Mark as handled'

  async function change() {
    setPending(true)
    try {
      const body = { handled: !isHandled }
      await write('PUT /api/office/messages/:id/handled', { params: { id }, body })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ text: error.message, tone: 'error' })
    }
    await revalidator.revalidate()
    setPending(false)
  }

  return (
    <span className={styles.sender}>
      {isHandled && `Handled by ${by}, ${momentInWords(new Date(at))}`}
      {spam && !isHandled && `Held: ${spam}`}
      <Button
        kind="quiet"
        pending={isPending}
        aria-label={`${words}: the message of ${name}`}
        onClick={change}
      >
        {words}
      </Button>
    </span>
  )
}

import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { MailRow } from '../../../domain/office/desk-shapes.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import styles from './desk.module.css'

export const loader = listLoader<MailRow>((query, { signal }) =>
  read('GET /api/office/mails', { query, ...(signal && { signal }) }),
)

export function Component() {
  const list = useLoaderData<LoadedList<MailRow>>()
  return (
    <ListPage
      title="Mails"
      lede="Mails that were not sent. A failed one was tried for three days: check the address, or ring the person."
      list={list}
      rowsName="mails"
      rowKey={({ id }) => id}
      tabs={[
        { value: 'failed', label: 'Failed' },
        { value: 'waiting', label: 'Waiting' },
      ]}
      csv={{ address: '/api/office/mails', fileName: 'mails.csv' }}
      columns={[
        { label: 'To', cell: ({ to }) => to ?? 'Sent meanwhile' },
        { label: 'Subject', cell: ({ subject }) => subject ?? '' },
        { label: 'Written', cell: ({ queued_at: at }) => momentInWords(new Date(at)) },
        { label: 'Why', cell: ({ reason }) => <p className={styles.words}>{reason ?? ''}</p> },
        {
          label: 'Next step',
          cell: ({ id, to, state }) => (state === 'failed' ? <Retry id={id} to={to} /> : 'We try'),
        },
      ]}
    />
  )
}

function Retry({ id, to }: { id: string; to: string | null }) {
  const revalidator = useRevalidator()
  const [isPending, setPending] = useState(false)

  async function retry() {
    setPending(true)
    try {
      await write('POST /api/office/mails/:id/retry', { params: { id } })
      toast({ text: 'The mail is sent again now.', tone: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ text: error.message, tone: 'error' })
    }
    await revalidator.revalidate()
    setPending(false)
  }

  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`Send again: the mail to ${to ?? 'this address'}`}
      onClick={retry}
    >
      Send again
    </Button>
  )
}

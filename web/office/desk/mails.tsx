import { useLoaderData } from 'react-router'
import type { MailRow } from '../../../domain/office/desk-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { EmailText } from '../parts/email-text.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useAction } from '../parts/use-action.ts'
import styles from './desk.module.css'

export const loader = listLoader<MailRow>((options) => read('GET /api/office/mails', options))

const KINDS = { mail: 'mail', sms: 'SMS' } as const

export function Component() {
  const list = useLoaderData<LoadedList<MailRow>>()
  return (
    <ListPage
      title="Emails and texts"
      lede="Emails and texts that have not been sent. We try for three days before a message fails. Check the address or number, or call the person."
      list={list}
      rowsName="emails and texts"
      rowKey={({ id }) => id}
      tabs={[
        { value: 'failed', label: 'Failed' },
        { value: 'waiting', label: 'Waiting' },
      ]}
      csv={{ address: '/api/office/mails', fileName: 'mails.csv' }}
      columns={[
        {
          label: 'To',
          cell: ({ to }) => (to === null ? 'Sent since' : <EmailText email={to} />),
        },
        { label: 'Kind', cell: ({ kind }) => KINDS[kind] },
        { label: 'Subject', cell: ({ subject }) => subject ?? '' },
        { label: 'Written', cell: ({ queued_at: at }) => momentInWords(new Date(at)) },
        { label: 'Why', cell: ({ reason }) => <p className={styles.words}>{reason ?? ''}</p> },
        {
          label: 'Next step',
          cell: (mail) => (mail.state === 'failed' ? <Retry mail={mail} /> : 'We try'),
        },
      ]}
    />
  )
}

function Retry({ mail: { id, kind, to } }: { mail: MailRow }) {
  const { isPending, run } = useAction(async () => {
    await write('POST /api/office/mails/:id/retry', { params: { id } })
    toast({ text: `The ${KINDS[kind]} is being sent again.`, tone: 'success' })
  })
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`Send again: the ${KINDS[kind]} to ${to ?? 'this address'}`}
      onClick={run}
    >
      Send again
    </Button>
  )
}

import { useLoaderData } from 'react-router'
import type { SubscriptionRow } from '../../../domain/office/desk-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { read } from '../api.ts'
import { EmailText } from '../parts/email-text.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'

export const loader = listLoader<SubscriptionRow>((options) =>
  read('GET /api/office/subscriptions', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<SubscriptionRow>>()
  return (
    <ListPage
      title="Subscribers"
      trail={[{ label: 'Newsletters', to: '/newsletters' }]}
      lede="Only those who have confirmed their address get newsletters. Each of them agreed to it, and can unsubscribe by the link in every email."
      list={list}
      rowsName="subscriptions"
      rowKey={({ email }) => email}
      filter="Name or email address"
      tabs={[
        { value: 'confirmed', label: 'Confirmed' },
        { value: 'pending', label: 'Not confirmed yet' },
        { value: 'left', label: 'Unsubscribed' },
      ]}
      csv={{ address: '/api/office/subscriptions', fileName: 'newsletter.csv' }}
      columns={[
        { label: 'Email', cell: ({ email }) => <EmailText email={email} /> },
        { label: 'Name', cell: ({ name }) => name },
        {
          label: 'Event alerts',
          cell: ({ hears_about_events: hears }) => (hears ? 'Yes' : 'No'),
        },
        {
          label: 'Since',
          cell: ({ asked_at: params, confirmed_at: confirmed, left_at: left }) =>
            momentInWords(new Date(left ?? confirmed ?? params)),
        },
      ]}
    />
  )
}

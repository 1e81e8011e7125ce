import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { NewsletterRow } from '../../../domain/office/newsletters.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { progressInWords, stateOf } from './newsletter-state.ts'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  return (await read('GET /api/office/newsletters', { signal })).data
}

export function Component() {
  const newsletters = useLoaderData<NewsletterRow[]>()
  return (
    <OfficePage
      title="Newsletters"
      lede="A newsletter goes by email to those who subscribed and confirmed it. Write it, send a test to yourself, and then send it to everybody."
      actions={
        <>
          <ButtonLink to="/newsletters/new">New newsletter</ButtonLink>
          <ButtonLink kind="quiet" to="/subscriptions">
            Subscribers
          </ButtonLink>
        </>
      }
    >
      {newsletters.length === 0 ? (
        <p>There has been no newsletter yet.</p>
      ) : (
        <DataTable
          caption="Newsletters"
          hideCaption
          rows={newsletters}
          rowKey={({ id }) => id}
          columns={[
            {
              label: 'Subject',
              cell: ({ id, subject }) => <Link to={`/newsletters/${id}`}>{subject}</Link>,
            },
            {
              label: 'State',
              cell: (row) => <Badge tone={stateOf(row).tone}>{stateOf(row).label}</Badge>,
            },
            { label: 'Sent to', cell: (row) => progressInWords(row) },
            { label: 'Website', cell: ({ shown }) => (shown ? 'Shown' : 'Not shown') },
            {
              label: 'Changed',
              cell: ({ changed_by, changed_at }) =>
                `${changed_by}, ${momentInWords(new Date(changed_at))}`,
            },
          ]}
        />
      )}
    </OfficePage>
  )
}

import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { MailText } from '../../../domain/office/mail-text-schemas.ts'
import { read } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { MAIL_WORDS } from './mail-text-labels.ts'

export async function loader({ request: { signal } }: LoaderFunctionArgs): Promise<MailText[]> {
  return (await read('GET /api/office/mail-texts', { signal })).data
}

export function Component() {
  const texts = useLoaderData<MailText[]>()
  return (
    <OfficePage
      title="Email wording"
      trail={[{ label: 'Products', to: '/products' }]}
      lede="Our own text in the emails the site sends automatically. The booking confirmation uses the product’s text."
    >
      <DataTable
        caption="Emails"
        hideCaption
        rows={texts}
        rowKey={({ kind }) => kind}
        columns={[
          {
            label: 'Email',
            cell: ({ kind }) => <Link to={`/mail-texts/${kind}`}>{MAIL_WORDS[kind].title}</Link>,
          },
          { label: 'When it is sent', cell: ({ kind }) => MAIL_WORDS[kind].when },
          { label: 'Our text', cell: ({ text }) => (text === '' ? 'No' : 'Yes') },
        ]}
      />
    </OfficePage>
  )
}

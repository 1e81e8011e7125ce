import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { MailText } from '../../../domain/office/mail-text-shapes.ts'
import { read } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { MAIL_WORDS } from './mail-text-words.ts'

export async function loader({ request: { signal } }: LoaderFunctionArgs): Promise<MailText[]> {
  return (await read('GET /api/office/mail-texts', { signal })).data
}

export function Component() {
  const texts = useLoaderData<MailText[]>()
  return (
    <OfficePage
      title="Texts of mails"
      trail={[{ label: 'Products', to: '/products' }]}
      lede="Words of our own in the mails that the site sends by itself. The confirmation has those of its product."
    >
      <DataTable
        caption="Mails"
        hideCaption
        rows={texts}
        rowKey={({ kind }) => kind}
        columns={[
          {
            label: 'Mail',
            cell: ({ kind }) => <Link to={`/mail-texts/${kind}`}>{MAIL_WORDS[kind].title}</Link>,
          },
          { label: 'When it is sent', cell: ({ kind }) => MAIL_WORDS[kind].when },
          { label: 'Own text', cell: ({ text }) => (text === '' ? 'No' : 'Yes') },
        ]}
      />
    </OfficePage>
  )
}

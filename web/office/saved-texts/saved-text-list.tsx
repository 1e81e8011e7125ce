import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { SAVED_TEXT_LABELS, type SavedText } from '../../../domain/office/saved-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { loadSavedTexts } from './choose-saved-text.tsx'

export function loader({ request }: LoaderFunctionArgs): Promise<SavedText[]> {
  return loadSavedTexts(request.signal)
}

export function Component() {
  const texts = useLoaderData<SavedText[]>()
  return (
    <OfficePage
      title="Saved texts"
      lede="Texts to use again when you write to attendees or to one member. Write nothing about a member here."
      actions={<ButtonLink to="/saved-texts/new">New text</ButtonLink>}
    >
      {texts.length === 0 ? (
        <p>
          There are no saved texts. When you save one, you can choose it in the form for a message.
        </p>
      ) : (
        <DataTable
          caption="Saved texts"
          hideCaption
          rows={texts}
          rowKey={({ id }) => id}
          columns={[
            {
              label: 'Name',
              cell: ({ id, name }) => <Link to={`/saved-texts/${id}`}>{name}</Link>,
            },
            { label: 'For', cell: ({ by }) => SAVED_TEXT_LABELS[by] },
            { label: 'Subject', cell: ({ subject }) => subject ?? '' },
          ]}
        />
      )}
    </OfficePage>
  )
}

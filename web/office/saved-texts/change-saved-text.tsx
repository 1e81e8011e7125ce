import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { NewSavedText, SavedText } from '../../../domain/office/saved-texts.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { loadSavedTexts } from './choose-saved-text.tsx'
import { SavedTextForm } from './saved-text-form.tsx'

export async function loader({ params, request }: LoaderFunctionArgs): Promise<SavedText> {
  const texts = await loadSavedTexts(request.signal)
  const text = texts.find(({ id }) => id === Number(params.id))
  if (!text) throw data(null, { status: 404 })
  return text
}

export function Component() {
  const text = useLoaderData<SavedText>()
  const navigate = useNavigate()
  const { isPending, run } = useAction(remove)
  const { id, version, name } = text
  const params = { id }

  async function save(saved: NewSavedText) {
    await write('PUT /api/office/saved-texts/:id', { params, body: { version, saved } })
    toast({ text: 'The text has been saved.', tone: 'success' })
    await navigate('/saved-texts')
  }

  async function remove() {
    const isSure = await confirm({
      title: `Remove ‘${name}’?`,
      text: 'Messages that were sent with it stay as they are.',
      yes: 'Remove it',
      no: 'Keep it',
    })
    if (!isSure) return
    await write('POST /api/office/saved-texts/:id/removal', { params, body: { version } })
    toast({ text: `‘${name}’ has been removed.`, tone: 'success' })
    await navigate('/saved-texts')
  }

  return (
    <OfficePage
      title={name}
      trail={[{ label: 'Saved texts', to: '/saved-texts' }]}
      actions={
        <Button kind="quiet" pending={isPending} onClick={run}>
          Remove
        </Button>
      }
    >
      <SavedTextForm key={version} saved={text} send={save} />
    </OfficePage>
  )
}

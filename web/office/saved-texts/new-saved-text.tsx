import { useNavigate } from 'react-router'
import type { NewSavedText } from '../../../domain/office/saved-texts.ts'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { SavedTextForm } from './saved-text-form.tsx'

export function Component() {
  const navigate = useNavigate()

  async function add(body: NewSavedText) {
    await write('POST /api/office/saved-texts', { body })
    toast({ text: 'The text has been saved.', tone: 'success' })
    await navigate('/saved-texts')
  }

  return (
    <OfficePage title="New text" trail={[{ label: 'Saved texts', to: '/saved-texts' }]}>
      <SavedTextForm saved={null} send={add} />
    </OfficePage>
  )
}

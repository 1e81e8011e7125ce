import { useNavigate } from 'react-router'
import type { NewNewsletter } from '../../../domain/office/newsletters.ts'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

export function Component() {
  const navigate = useNavigate()

  async function add(body: NewNewsletter) {
    const { id } = await write('POST /api/office/newsletters', { body })
    toast({ text: 'The draft has been saved. Nobody has got it yet.', tone: 'success' })
    await navigate(`/newsletters/${id}`)
  }

  return (
    <OfficePage
      title="New newsletter"
      trail={[{ label: 'Newsletters', to: '/newsletters' }]}
      lede="Say nothing about a member, and nothing medical that a clinician has not approved."
    >
      <NewsletterForm newsletter={null} back="/newsletters" send={add} />
    </OfficePage>
  )
}

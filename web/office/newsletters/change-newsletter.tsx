import { useLoaderData, useNavigate } from 'react-router'
import type { NewNewsletter, Newsletter } from '../../../domain/office/newsletters.ts'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

export { loader } from './newsletter.tsx'

export function Component() {
  const newsletter = useLoaderData<Newsletter>()
  const navigate = useNavigate()
  const { id, version, subject } = newsletter
  const page = `/newsletters/${id}`

  async function save(changed: NewNewsletter) {
    await write('PUT /api/office/newsletters/:id', {
      params: { id },
      body: { version, newsletter: changed },
    })
    toast({ text: 'The draft has been saved.', tone: 'success' })
    await navigate(page)
  }

  return (
    <OfficePage
      title="Change a newsletter"
      trail={[
        { label: 'Newsletters', to: '/newsletters' },
        { label: subject, to: page },
      ]}
    >
      <NewsletterForm key={version} newsletter={newsletter} back={page} send={save} />
    </OfficePage>
  )
}

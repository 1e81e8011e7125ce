import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { NewBanner } from '../../../domain/office/banners.ts'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { BannerForm } from './banner-form.tsx'

/** The event that the address names, or null. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const id = new URL(url).searchParams.get('event')
  if (id === null) return null
  const { event_id, event_name } = await read('GET /api/office/events/:id', {
    params: { id },
    signal,
  })
  return { id: event_id, name: event_name }
}

export function Component() {
  const event = useLoaderData<typeof loader>()
  const navigate = useNavigate()

  async function add(body: NewBanner) {
    const { state } = await write('POST /api/office/banners', { body })
    const text = state === 'planned' ? 'The banner has been planned.' : 'The banner is shown now.'
    toast({ text, tone: 'success' })
    await navigate('/banners')
  }

  return (
    <OfficePage title="New banner" trail={[{ label: 'Banners', to: '/banners' }]}>
      <BannerForm banner={null} event={event} send={add} />
    </OfficePage>
  )
}

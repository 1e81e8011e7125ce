import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Banner, NewBanner } from '../../../domain/office/banners.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { BannerForm } from './banner-form.tsx'

export function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Banner> {
  return read('GET /api/office/banners/:id', { params: { id: String(params.id) }, signal })
}

export function Component() {
  const banner = useLoaderData<Banner>()
  const navigate = useNavigate()
  const { id, version, event_id, event_name, state } = banner
  const params = { id }
  const { isPending, run } = useAction(async () => {
    await write('POST /api/office/banners/:id/end', { params, body: { version } })
    toast({ text: 'The banner is no longer shown.', tone: 'success' })
    await navigate('/banners')
  })

  async function save(changed: NewBanner) {
    await write('PUT /api/office/banners/:id', { params, body: { version, banner: changed } })
    toast({ text: 'The banner has been saved.', tone: 'success' })
    await navigate('/banners')
  }

  return (
    <OfficePage
      title="Change a banner"
      trail={[{ label: 'Banners', to: '/banners' }]}
      lede={
        state === 'over' ? 'It is over. To show it again, choose an end in the future.' : undefined
      }
      actions={
        state !== 'over' && (
          <Button kind="quiet" pending={isPending} onClick={run}>
            End it now
          </Button>
        )
      }
    >
      <BannerForm
        key={version}
        banner={banner}
        event={event_id === null ? null : { id: event_id, name: event_name ?? '' }}
        send={save}
      />
    </OfficePage>
  )
}

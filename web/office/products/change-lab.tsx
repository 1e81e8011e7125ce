import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Lab } from '../../../domain/office/event-schemas.ts'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { LabForm } from './lab-form.tsx'

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Lab> {
  const labs = await read('GET /api/office/labs', { signal: request.signal })
  const lab = labs.data.find(({ lab_id: id }) => id === Number(params.id))
  if (!lab) throw data(null, { status: 404 })
  return lab
}

export function Component() {
  const lab = useLoaderData<Lab>()
  const navigate = useNavigate()
  return (
    <OfficePage
      title={lab.name}
      trail={[{ label: 'Products', to: '/products' }]}
      lede="A change applies to all this laboratory’s events. Members who have already booked are not asked for their NHS number again, so check the attendees of upcoming events."
    >
      <LabForm
        lab={lab}
        submit="Save"
        save={async (typed) => {
          await write('PUT /api/office/labs/:id', {
            params: { id: lab.lab_id },
            body: { ...typed, version: lab.version },
          })
          toast({ text: `${typed.name} has been saved.`, tone: 'success' })
          await navigate('/products')
        }}
      />
    </OfficePage>
  )
}

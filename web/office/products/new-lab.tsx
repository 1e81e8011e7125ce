import { useNavigate } from 'react-router'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { LabForm } from './lab-form.tsx'

export function Component() {
  const navigate = useNavigate()
  return (
    <OfficePage title="New laboratory" trail={[{ label: 'Products', to: '/products' }]}>
      <LabForm
        lab={null}
        submit="Add"
        save={async (body) => {
          await write('POST /api/office/labs', { body })
          toast({ text: `${body.name} has been added.`, tone: 'success' })
          await navigate('/products')
        }}
      />
    </OfficePage>
  )
}

import { useNavigate } from 'react-router'
import { Checkbox } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'

export function Component() {
  const navigate = useNavigate()

  async function add(typed: FormData) {
    const name = textIn(typed, 'name')
    const body = { name, requires_nhs_number: typed.has('requires_nhs_number') }
    await write('POST /api/office/labs', { body })
    toast({ text: `${name} has been added.`, tone: 'success' })
    await navigate('/products')
  }

  return (
    <OfficePage title="New laboratory" trail={[{ label: 'Products', to: '/products' }]}>
      <OfficeForm
        submit="Add"
        check={(typed) =>
          textIn(typed, 'name') === '' ? [{ field: 'name', message: 'Please enter a name.' }] : []
        }
        send={add}
        toFieldError={({ code, message }) =>
          code === 'lab_exists' ? { field: 'name', message } : null
        }
        onCancel={() => navigate('/products')}
      >
        {(errorOf) => (
          <>
            <TextField name="name" label="Name" autoComplete="off" error={errorOf('name')} />
            <Checkbox name="requires_nhs_number" optional>
              It needs the NHS number with each sample
            </Checkbox>
          </>
        )}
      </OfficeForm>
    </OfficePage>
  )
}

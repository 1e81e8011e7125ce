import { useNavigate } from 'react-router'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { ProductForm, type TypedProduct } from './product-form.tsx'

export function Component() {
  const navigate = useNavigate()

  async function add(body: TypedProduct) {
    await write('POST /api/office/products', { body })
    toast({ text: `${body.name} has been added.`, tone: 'success' })
    await navigate('/products')
  }

  return (
    <OfficePage title="New product" trail={[{ label: 'Products', to: '/products' }]}>
      <ProductForm product={null} submit="Add" save={add} />
    </OfficePage>
  )
}

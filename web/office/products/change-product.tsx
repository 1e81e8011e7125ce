import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Product } from '../../../domain/office/event-schemas.ts'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { ProductForm, type TypedProduct } from './product-form.tsx'

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Product> {
  const products = await read('GET /api/office/products', { signal: request.signal })
  const product = products.data.find(({ product_id: id }) => id === Number(params.id))
  if (!product) throw data(null, { status: 404 })
  return product
}

export function Component() {
  const product = useLoaderData<Product>()
  const navigate = useNavigate()

  async function save(body: TypedProduct) {
    await write('PUT /api/office/products/:id', {
      params: { id: product.product_id },
      body: { ...body, version: product.version },
    })
    toast({ text: `${body.name} has been saved.`, tone: 'success' })
    await navigate('/products')
  }

  return (
    <OfficePage
      title={product.name}
      trail={[{ label: 'Products', to: '/products' }]}
      lede="A new price applies to events without their own price. It does not change payments that have already started."
    >
      <ProductForm product={product} submit="Save" save={save} />
    </OfficePage>
  )
}

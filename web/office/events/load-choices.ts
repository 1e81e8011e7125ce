import type { LoaderFunctionArgs } from 'react-router'
import type { Lab, Product } from '../../../domain/office/event-schemas.ts'
import { read } from '../api.ts'

export type Choices = { products: Product[]; labs: Lab[] }

/** What the form of an event offers. */
export async function loadChoices({ request }: LoaderFunctionArgs): Promise<Choices> {
  const { signal } = request
  const [products, labs] = await Promise.all([
    read('GET /api/office/products', { signal }),
    read('GET /api/office/labs', { signal }),
  ])
  return { products: products.data, labs: labs.data }
}

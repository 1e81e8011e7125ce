import { useNavigate } from 'react-router'
import { PLACEHOLDERS, whyNotTemplate } from '../../../domain/email-template.ts'
import type { Product } from '../../../domain/office/event-schemas.ts'
import { PRODUCT_FIELDS } from '../../../domain/office/lab-fields.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { readPrice } from '../events/event-form.ts'
import { AmountField } from '../parts/amount-field.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { TemplateField } from '../parts/template-field.tsx'

export type TypedProduct = Omit<Product, 'product_id' | 'version'>

type Props = {
  /** Null for a new one. */
  product: Product | null
  submit: string
  save: (typed: TypedProduct) => Promise<void>
}

export function ProductForm({ product, submit, save }: Props) {
  const navigate = useNavigate()
  return (
    <OfficeForm
      submit={submit}
      check={check}
      send={(typed) => save(readProduct(typed))}
      onCancel={() => navigate('/products')}
    >
      {(errorOf) => (
        <>
          <TextField
            name="name"
            label={PRODUCT_FIELDS.name.label}
            hint="The name members see, for example ‘PSA blood test’."
            autoComplete="off"
            defaultValue={product?.name ?? ''}
            error={errorOf('name')}
          />
          <AmountField
            name="price"
            label={PRODUCT_FIELDS.price.label}
            hint="An event can have its own price. Enter 0 if it is free."
            pence={product?.price}
            error={errorOf('price')}
          />
          <TemplateField
            name="email_template"
            label={PRODUCT_FIELDS.email_template.label}
            placeholders={PLACEHOLDERS}
            template={product?.email_template ?? ''}
            whyNot={(text) => whyNotTemplate(text)}
            preview={(text) =>
              write('POST /api/office/products/preview', { body: { email_template: text } })
            }
            sendTest={(text) =>
              write('POST /api/office/products/test-mail', { body: { email_template: text } })
            }
            error={errorOf('email_template')}
          />
        </>
      )}
    </OfficeForm>
  )
}

function readProduct(typed: FormData): TypedProduct {
  return {
    name: textIn(typed, 'name'),
    price: readPrice(textIn(typed, 'price')) ?? 0,
    email_template: textIn(typed, 'email_template') || null,
  }
}

function check(typed: FormData): FieldError[] {
  const errors: FieldError[] = []
  if (textIn(typed, 'name') === '') errors.push({ field: 'name', message: 'Enter a name.' })
  if (typeof readPrice(textIn(typed, 'price')) !== 'number')
    errors.push({ field: 'price', message: 'Enter an amount in pounds, for example 25 or 25.50.' })
  const reason = whyNotTemplate(textIn(typed, 'email_template'))
  if (reason !== null) errors.push({ field: 'email_template', message: reason })
  return errors
}

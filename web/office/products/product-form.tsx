import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PLACEHOLDERS, whyNotTemplate } from '../../../domain/email-template.ts'
import type { MailPreview, Product } from '../../../domain/office/event-shapes.ts'
import { ApiError } from '../../api.ts'
import { TextButton } from '../../ui/button.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { write } from '../api.ts'
import { readPrice } from '../events/event-form.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { accountEmail } from '../session.ts'
import styles from './products.module.css'

export type TypedProduct = { name: string; price: number; email_template: string | null }

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
            label="Name"
            hint="As members read it, like “PSA blood test”."
            autoComplete="off"
            defaultValue={product?.name ?? ''}
            error={errorOf('name')}
          />
          <TextField
            name="price"
            label="Price in pounds"
            hint="An event can have a price of its own. 0 is free of charge."
            inputMode="decimal"
            width={10}
            defaultValue={product ? (product.price / 100).toFixed(2) : ''}
            error={errorOf('price')}
          />
          <TemplateField
            template={product?.email_template ?? ''}
            error={errorOf('email_template')}
          />
        </>
      )}
    </OfficeForm>
  )
}

type Tried =
  | { state: 'shown'; mail: MailPreview }
  | { state: 'sent' }
  | { state: 'failed'; why: string }

/** The text, and the mail that it makes: shown here, or sent to the person who works here. */
function TemplateField({ template, error }: { template: string; error: string | undefined }) {
  const [typed, setTyped] = useState(template)
  const [tried, setTried] = useState<Tried>()
  const [isPending, setPending] = useState(false)

  async function tryMail(attempt: (body: { email_template: string }) => Promise<Tried>) {
    if (isPending) return
    const why = whyNotTemplate(typed)
    if (why !== null) return setTried({ state: 'failed', why })
    setPending(true)
    try {
      setTried(await attempt({ email_template: typed }))
    } catch (problem) {
      const why =
        problem instanceof ApiError ? problem.message : 'It did not work. Please try again.'
      setTried({ state: 'failed', why })
    } finally {
      setPending(false)
    }
  }
  const show = () =>
    tryMail(async (body) => ({
      state: 'shown',
      mail: await write('POST /api/office/products/preview', { body }),
    }))
  const sendTest = () =>
    tryMail(async (body) => {
      await write('POST /api/office/products/test-mail', { body })
      return { state: 'sent' }
    })

  return (
    <>
      <TextAreaField
        name="email_template"
        label="Own text in the confirmation mail"
        optional
        rows={8}
        hint={`A first line “Subject: …” is the subject, an empty line begins a new paragraph. Filled in for each booking: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={error}
      />
      <div className={styles.try}>
        <TextButton icon="magnifying-glass" aria-disabled={isPending || undefined} onClick={show}>
          Preview the mail
        </TextButton>
        <TextButton
          icon="envelope-simple"
          aria-disabled={isPending || undefined}
          onClick={sendTest}
        >
          Send me a test mail
        </TextButton>
      </div>
      <div role="status">
        {tried?.state === 'shown' && (
          <section className={styles.preview} aria-labelledby="preview">
            <h2 id="preview">{tried.mail.subject}</h2>
            <p>{tried.mail.text}</p>
          </section>
        )}
        {tried?.state === 'sent' && <p>A test mail is on its way to {accountEmail()}.</p>}
        {tried?.state === 'failed' && (
          <Notice tone="warn">
            <p>{tried.why}</p>
          </Notice>
        )}
      </div>
    </>
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
  if (textIn(typed, 'name') === '') errors.push({ field: 'name', message: 'Please enter a name.' })
  if (typeof readPrice(textIn(typed, 'price')) !== 'number')
    errors.push({ field: 'price', message: 'Please enter pounds, like 25 or 25.50.' })
  const why = whyNotTemplate(textIn(typed, 'email_template'))
  if (why !== null) errors.push({ field: 'email_template', message: why })
  return errors
}

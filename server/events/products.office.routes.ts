import type * as z from 'zod/mini'
import { whyNotTemplate } from '../../domain/email-template.ts'
import { toColumns, toFields } from '../../domain/fields.ts'
import type { Product, TemplateSchema } from '../../domain/office/event-schemas.ts'
import { PRODUCT_FIELDS } from '../../domain/office/lab-fields.ts'
import type { App, Deps } from '../deps.ts'
import { writeDraft } from '../messages/mails/letter.ts'
import { sampleConfirmation } from '../messages/mails/sample-mails.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { staffOf } from '../staff/guard.ts'
import { differences } from './event-audit.ts'
import { listProducts, lockProduct, type ProductRow, updateProduct } from './products.queries.ts'
import { insertProduct } from './publishing.queries.ts'
import { refuseStale } from './stale-version.ts'

type Template = z.infer<typeof TemplateSchema>

export function productsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/products', async () => ({
    data: (await listProducts(db)).map(toProduct),
  }))

  serve(app, 'POST /api/office/products', async (request, reply) => {
    const email_template = checkedTemplate(request.body.email_template) ?? null
    const product = toColumns(PRODUCT_FIELDS, { ...request.body, email_template })
    const added = await commit(deps, async (tx) => {
      const id = await insertProduct(tx, { ...product, changedBy: staffOf(request).id })
      await insertAudit(
        tx,
        { by: staffOf(request), subject: `product ${id}`, at: deps.now() },
        'product added',
        { after: product },
      )
      return toProduct({ id, version: 1, ...product })
    })
    return reply.code(201).send(added)
  })

  serve(app, 'POST /api/office/products/preview', async (request) => {
    const { charity } = await deps.site.present()
    return writeDraft(sampleMail(request), charity)
  })

  /** To the person who asks, and nobody else. */
  serve(app, 'POST /api/office/products/test-mail', async (request, reply) => {
    const mail = sampleMail(request)
    const subject = `Test: ${mail.subject}`
    await commit(deps, (tx) => deps.jobs.enqueue(tx, 'mail', { ...mail, subject }))
    return reply.code(204).send(null)
  })

  serve(app, 'PUT /api/office/products/:id', async (request) => {
    const id = publicId(request.params.id)
    const { email_template: template, version, ...fields } = request.body
    const emailTemplate = checkedTemplate(template)
    const changes = {
      ...toColumns(PRODUCT_FIELDS, fields),
      ...(emailTemplate !== undefined && { emailTemplate }),
    }
    return commit({ ...deps, eventIds: 'any' }, async (tx) => {
      const before = await lockProduct(tx, id)
      if (!before) throw new Refused('not_found')
      await refuseStale(tx, before, version)
      await updateProduct(tx, id, { ...changes, changedBy: staffOf(request).id })
      await insertAudit(
        tx,
        { by: staffOf(request), subject: `product ${id}`, at: deps.now() },
        'product changed',
        differences(before, changes),
      )
      return toProduct({ ...before, ...changes, version: version + 1 })
    })
  })

  function sampleMail(request: Parameters<typeof staffOf>[0] & { body: Template }) {
    const template = checkedTemplate(request.body.email_template) ?? null
    const { publicUrl } = deps.settings
    return sampleConfirmation({ template, to: staffOf(request).email, publicUrl, now: deps.now() })
  }
}

function toProduct(product: Omit<ProductRow, 'changedBy'>): Product {
  const { id, version } = product
  return { product_id: id, ...toFields(PRODUCT_FIELDS, product), version }
}

/** Throws Refused invalid_request, whose field says what is wrong. */
function checkedTemplate(template: string | null | undefined): string | null | undefined {
  const reason = whyNotTemplate(template ?? '')
  if (reason !== null) throw invalidField('email_template', reason)
  return template === undefined ? undefined : template || null
}

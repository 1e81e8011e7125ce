import { mapValues, toColumns } from '../../domain/fields.ts'
import { EVENT_FIELDS, EVENT_TEXTS } from '../../domain/office/event-fields.ts'
import type { EventChange } from '../../domain/office/event-schemas.ts'
import type { Queryable } from '../platform/db/database.ts'
import { invalidField } from '../platform/http/refused.ts'
import { hashAccessCode } from './access-code.ts'
import { findProductOrLab } from './products.queries.ts'

/** Only the given fields; an empty text is null. */
export async function eventColumns(
  wanted: Omit<EventChange, 'version' | 'notify_booked' | 'acknowledged'>,
) {
  const { access_code: code } = wanted
  const texts: Partial<Record<keyof typeof EVENT_TEXTS, string | null | undefined>> = mapValues(
    EVENT_TEXTS,
    (_, name) => textOrNull(wanted[name]),
  )
  const { postcode } = texts
  return {
    ...toColumns(EVENT_FIELDS, { ...wanted, ...texts }),
    ...(postcode && { postcode: postcode.toUpperCase() }),
    ...(code !== undefined && { accessCodeHash: await hashOrNull(code) }),
  }
}

function textOrNull(value: string | null | undefined): string | null | undefined {
  return value === undefined ? undefined : value?.trim() || null
}

async function hashOrNull(code: string | null): Promise<string | null> {
  return code?.trim() ? hashAccessCode(code) : null
}

/** Throws Refused invalid_request for what is not there, or a host who would pay more than the price. */
export async function checkReferences(
  q: Queryable,
  {
    productId = null,
    labId = null,
    pricePence = null,
    hostSharePence = 0,
  }: {
    productId?: number | null
    labId?: number | null
    pricePence?: number | null
    hostSharePence?: number
  },
): Promise<void> {
  const found = await findProductOrLab(q, { productId, labId })
  if (productId !== null && !found.hasProduct)
    throw invalidField('product_id', 'Choose a product from the list.')
  if (hostSharePence > (pricePence ?? found.productPricePence ?? hostSharePence))
    throw invalidField('host_share', 'The host cannot pay more than the price.')
  if (labId !== null && !found.hasLab)
    throw invalidField('lab_id', 'Choose a laboratory from the list.')
}

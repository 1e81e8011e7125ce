import type { PayPalCardFieldError } from '@paypal/paypal-js'

export type CardFieldName = 'NameField' | 'NumberField' | 'ExpiryField' | 'CVVField'
type Texts = {
  label: string
  hint?: string
  wrong: Partial<Record<PayPalCardFieldError, string>>
}

export const CARD_FIELDS: Record<CardFieldName, Texts> = {
  NameField: { label: 'Name on card', wrong: { INVALID_NAME: 'Enter the name on the card' } },
  NumberField: {
    label: 'Card number',
    wrong: {
      INVALID_NUMBER: 'Enter the card number as it is on the card',
      INELIGIBLE_CARD_VENDOR: 'We cannot take this kind of card. Please use another',
    },
  },
  ExpiryField: {
    label: 'Expiry date',
    hint: 'Month and year',
    wrong: { INVALID_EXPIRY: 'Enter an expiry date that is not in the past' },
  },
  CVVField: {
    label: 'Security code',
    hint: '3 digits on the back, or 4 on the front',
    wrong: { INVALID_CVV: 'Enter the security code on the card' },
  },
}

export const CARD_FIELD_NAMES: readonly CardFieldName[] = [
  'NameField',
  'NumberField',
  'ExpiryField',
  'CVVField',
]

/** One message for each wrong field, in the order of the form. */
export function cardErrors(
  errors: readonly PayPalCardFieldError[],
): { field: CardFieldName; message: string }[] {
  return CARD_FIELD_NAMES.flatMap((field) => {
    const { wrong } = CARD_FIELDS[field]
    const message = errors.flatMap((error) => wrong[error] ?? [])[0]
    return message ? [{ field, message }] : []
  })
}

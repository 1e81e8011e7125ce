import type { PayPalCardFieldError } from '@paypal/paypal-js'

export type CardFieldName = 'NameField' | 'NumberField' | 'ExpiryField' | 'CVVField'
type Words = {
  label: string
  hint?: string
  wrong: Partial<Record<PayPalCardFieldError, string>>
}

export const CARD_FIELDS: Record<CardFieldName, Words> = {
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

const ORDER: CardFieldName[] = ['NameField', 'NumberField', 'ExpiryField', 'CVVField']

export function wrongFields(errors: readonly PayPalCardFieldError[]): CardFieldName[] {
  return ORDER.filter((name) => errors.some((error) => CARD_FIELDS[name].wrong[error]))
}

/** 'Please check: card number, security code.' */
export function pleaseCheck(errors: readonly PayPalCardFieldError[]): string {
  const names = wrongFields(errors).map((name) => CARD_FIELDS[name].label.toLowerCase())
  return `Please check: ${names.length > 0 ? names.join(', ') : 'all the details of your card'}.`
}

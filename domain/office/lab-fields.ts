// The fields of products and laboratories, once: the column of each, its label on the form, and its limits.

export const PRODUCT_FIELDS = {
  name: { column: 'name', label: 'Name', max: 120 },
  price: { column: 'pricePence', label: 'Price in pounds' },
  email_template: {
    column: 'emailTemplate',
    label: 'Our text in the confirmation email',
    max: 4_000,
  },
} as const

/** Each is ticked or not, at first not. */
export const LAB_TICKS = {
  requires_nhs_number: {
    column: 'requiresNhsNumber',
    label: 'It needs the NHS number with each sample',
  },
  /** No label of a sample is the laboratory's own. */
  own_labels_only: { column: 'ownLabelsOnly', label: 'Its tubes have our labels only' },
  labels_on_slips: {
    column: 'labelsOnSlips',
    label: 'A second label of each number goes on the member’s slip, and is scanned at the chair',
  },
} as const

export const LAB_FIELDS = {
  name: { column: 'name', label: 'Name', max: 120 },
  /** After how many days a result is late. */
  result_days: { column: 'resultDays', label: 'Days until a result is late', least: 1, most: 90 },
  ...LAB_TICKS,
  /** How its own codes look: '#' is a digit, '@' a letter; null for the usual ones. */
  tube_patterns: { column: 'tubePatterns', label: 'How its own tube codes look', max: 200 },
  phone: { column: 'contactPhone', label: 'Its phone number', max: 40 },
  accreditation: { column: 'accreditation', label: 'Its accreditation', max: 120 },
} as const

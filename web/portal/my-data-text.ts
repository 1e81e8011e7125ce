import { pounds } from '../../domain/money.ts'
import { groupNhsNumber } from '../../domain/nhs-number.ts'
import { dayInWords, momentInWords } from '../../domain/uk-time.ts'

/** 'sample_date' and 'sampleDate' become 'Sample date'. */
export function fieldText(field: string): string {
  const words = field
    .replace(/_pence$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(nhs|gp|psa)\b/g, (name) => name.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Null for a non-empty object. */
export function valueText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return 'Not given'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return field.endsWith('_pence') ? pounds(value) : String(value)
  if (typeof value === 'string') return textLabel(field, value)
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? 'None' : null
  const texts = value.map((one) => valueText(field, one) ?? '')
  return texts.length === 0 ? 'None' : texts.join(', ')
}

function textLabel(field: string, text: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return momentInWords(new Date(text))
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return field === 'words_version' ? text : dayInWords(text)
  return field === 'nhs_number' ? groupNhsNumber(text) : text
}

import { pounds } from '../../../domain/money.ts'
import type {
  Decision,
  DifferenceKind,
  MoneyDifference,
} from '../../../domain/office/reconciliation-schemas.ts'
import type { ApiError } from '../../api.ts'
import type { FieldError } from '../../ui/error-summary.tsx'

export const MOST_MEGABYTES = 20

const KINDS: Record<DifferenceKind, { label: string; meaning: string }> = {
  'not in the ledger': {
    label: 'Not in the ledger',
    meaning:
      'PayPal moved this money, but the site has no record of it. It may be a donation, or a refund or chargeback that PayPal has not told the site about.',
  },
  'not at the provider': {
    label: 'Not at PayPal',
    meaning:
      'This is in the ledger but not in any report. If it is near the start or end of the period, it may be in the report for the days before or after. Upload that report too.',
  },
  'other amount': {
    label: 'Different amount',
    meaning: 'PayPal and the ledger have different amounts for this transaction.',
  },
  'other currency': {
    label: 'Different currency',
    meaning: 'PayPal and the ledger have different currencies for this transaction.',
  },
  'other fee': {
    label: 'Different fee',
    meaning: 'PayPal and the ledger have different fees for this transaction.',
  },
  'reported otherwise before': {
    label: 'Reported differently before',
    meaning: 'An earlier report had a different amount, fee or currency for this transaction.',
  },
}

export function kindText(kind: DifferenceKind): { label: string; meaning: string } {
  return KINDS[kind]
}

export const DECISION_LABELS: Record<Decision, string> = {
  explained: 'Explained: nothing to correct',
  corrected: 'Corrected at PayPal',
  'written off': 'Written off',
}

/** '£25.00', '25.00 EUR', or 'Missing'. */
export function amountText(pence: number | null, currency: string): string {
  if (pence === null) return 'Missing'
  return currency === 'GBP' ? pounds(pence) : `${(pence / 100).toFixed(2)} ${currency}`
}

/** What the provider has more than the ledger; null where they cannot be subtracted. */
export function differencePence(difference: MoneyDifference): number | null {
  const { kind, ledger_pence: ledger, provider_pence: provider } = difference
  if (kind === 'other currency' || kind === 'reported otherwise before') return null
  return (provider ?? 0) - (ledger ?? 0)
}

/** Of the field for the file; null when the refusal is about something else. */
export function fileError({ status, code, body }: ApiError): FieldError | null {
  if (status === 413) return tooLarge
  if (code !== 'report_unreadable') return null
  const missing: unknown[] = Array.isArray(body.missing) ? body.missing : []
  if (missing.length > 0)
    return {
      field: 'file',
      message: `This file has no column for ${missing.join(', ')}. Choose the activity report as CSV, with English headings. Nothing has been saved.`,
    }
  const problems: unknown[] = Array.isArray(body.problems) ? body.problems : []
  const [first, second] = problems.map((one) => {
    const { line, problem } = Object(one)
    return `line ${line}: ${problem}`
  })
  const rest = problems.length > 2 ? `; and ${problems.length - 2} more` : ''
  const text = [first, second].filter(Boolean).join('; ')
  return {
    field: 'file',
    message: `We could not read this file. ${text}${rest}. Nothing has been saved.`,
  }
}

const tooLarge = {
  field: 'file',
  message: `The file is larger than ${MOST_MEGABYTES} MB. Please download a shorter period.`,
}

export function checkFile(file: unknown): FieldError[] {
  if (!(file instanceof File) || file.size === 0)
    return [{ field: 'file', message: 'Choose the report, a CSV file.' }]
  return file.size > MOST_MEGABYTES * 1024 * 1024 ? [tooLarge] : []
}

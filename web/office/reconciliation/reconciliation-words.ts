import { pounds } from '../../../domain/money.ts'
import type {
  Decision,
  DifferenceKind,
  MoneyDifference,
} from '../../../domain/office/reconciliation-shapes.ts'
import type { ApiError } from '../../api.ts'
import type { FieldError } from '../../ui/error-summary.tsx'

export const MOST_MEGABYTES = 20

const KINDS: Record<DifferenceKind, { label: string; meaning: string }> = {
  'not in the ledger': {
    label: 'Not in the ledger',
    meaning:
      'The provider moved this money, and the site knows nothing of it. It may be a donation, or a refund or chargeback that the provider has not told the site about.',
  },
  'not at the provider': {
    label: 'Not at the provider',
    meaning:
      'The ledger has it, and no report does. At the beginning or the end of a period it may be in the report of the days before or after: upload that one too.',
  },
  'other amount': {
    label: 'Other amount',
    meaning: 'Provider and ledger have different amounts of the same transaction.',
  },
  'other currency': {
    label: 'Other currency',
    meaning: 'The provider has it in another currency than the ledger.',
  },
  'other fee': {
    label: 'Other fee',
    meaning: 'The provider kept another fee than the ledger has.',
  },
  'reported otherwise before': {
    label: 'Reported otherwise before',
    meaning: 'An earlier report had another amount, fee or currency for this transaction.',
  },
}

export function kindWords(kind: DifferenceKind): { label: string; meaning: string } {
  return KINDS[kind]
}

export const DECISION_LABELS: Record<Decision, string> = {
  explained: 'Explained: nothing to correct',
  corrected: 'Corrected at the provider',
  'written off': 'Written off',
}

/** '£25.00', '25.00 EUR', or 'Missing'. */
export function amountWords(pence: number | null, currency: string): string {
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
      message: `This file has no column for ${missing.join(', ')}. Choose the activity report as CSV, with English headings. Nothing was stored.`,
    }
  const problems: unknown[] = Array.isArray(body.problems) ? body.problems : []
  const [first, second] = problems.map((one) => {
    const { line, problem } = Object(one)
    return `line ${line}: ${problem}`
  })
  const rest = problems.length > 2 ? `; and ${problems.length - 2} more` : ''
  const words = [first, second].filter(Boolean).join('; ')
  return {
    field: 'file',
    message: `This file cannot be read. ${words}${rest}. Nothing was stored.`,
  }
}

const tooLarge = {
  field: 'file',
  message: `The file is larger than ${MOST_MEGABYTES} MB. Please download a shorter period.`,
}

export function checkFile(file: unknown): FieldError[] {
  if (!(file instanceof File) || file.size === 0)
    return [{ field: 'file', message: 'Please choose the report, a CSV file.' }]
  return file.size > MOST_MEGABYTES * 1024 * 1024 ? [tooLarge] : []
}

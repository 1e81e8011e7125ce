// The copy of a member's data as a person reads it, on the page and on paper.
import { pounds } from './money.ts'
import type { MyData, MyRecord } from './my-data.ts'
import { MY_DATA_LISTS } from './my-data-lists.ts'
import { groupNhsNumber } from './nhs-number.ts'
import { dayInWords, momentInWords } from './uk-time.ts'

/** What a field is called, and what it says. */
export type MyDataLine = readonly [term: string, text: string]
export type MyDataSection = { title: string; records: MyDataLine[][] }

/**
 * Who the member is, then what they had from the charity, then how they sign in; `empty` are the titles of
 * sections without records. Fields that hold nothing are left out; the file for machines has them.
 */
export function myDataSections(data: MyData): { full: MyDataSection[]; empty: string[] } {
  const lists = MY_DATA_LISTS.map(([list, title]) => sectionOf(title, data[list]))
  const signIns = MY_DATA_LISTS.findIndex(([list]) => list === 'sign_ins')
  const sections = [
    sectionOf('Your details', data.profile ? [data.profile] : []),
    ...lists.slice(0, signIns),
    sectionOf('Your account', [data.account]),
    ...lists.slice(signIns),
  ]
  return {
    full: sections.filter(({ records }) => records.length > 0),
    empty: sections.filter(({ records }) => records.length === 0).map(({ title }) => title),
  }
}

function sectionOf(title: string, records: readonly MyRecord[]): MyDataSection {
  return { title, records: records.map((record) => linesOf(record)) }
}

/** Fields of a field are called after both. */
export function linesOf(record: MyRecord, within = ''): MyDataLine[] {
  return Object.entries(record).flatMap(([field, value]) => {
    const term = within ? `${within}: ${lowerFirst(fieldText(field))}` : fieldText(field)
    if (field === 'answer_of_provider' && value !== null)
      return [[term, 'In the file that you can download'] as const]
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return linesOf(Object(value), term)
    const text = valueText(field, value)
    return text === null ? [] : [[term, text] as const]
  })
}

/** Fields whose names are those of a program. */
const TERMS: Record<string, string> = {
  app_metadata: 'How the account was made',
  at: 'When',
  aud: 'Kind of account',
  by: 'Who',
  care_of: 'Letters in care of',
  care_of_staff_may_open: 'Staff there may open letters',
  confirmed_at: 'Account confirmed at',
  created_at: 'Made at',
  email_confirmed_at: 'Email address confirmed at',
  email_verified: 'Email address confirmed',
  familyHistoryBreastOvarianCancer: 'Breast or ovarian cancer in the family',
  familyHistoryProstateCancer: 'Prostate cancer in the family',
  familyMemberWithOvarianCancer: 'Relatives with breast or ovarian cancer',
  familyMemberWithProstateCancer: 'Relatives with prostate cancer',
  id: 'Number',
  identity_data: 'What this way to sign in holds',
  identity_id: 'Number of this way to sign in',
  is_active: 'In use',
  is_anonymous: 'Without an email address',
  is_verified: 'Checked by staff',
  latin_first_name: 'First name in Latin letters',
  latin_last_name: 'Last name in Latin letters',
  medicationHistory: 'Medicines',
  nhs_gp_email: 'Email address of the GP surgery',
  nhs_gp_phone_number: 'Phone number of the GP surgery',
  numberOfPsaTest: 'Which PSA test this was',
  phone_verified: 'Phone number confirmed',
  provider: 'Signs in by',
  providers: 'Ways to sign in',
  sub: 'Number of the account',
  told_at: 'Sent at',
  tube: 'Tube code',
  updated_at: 'Changed at',
  user_agent: 'Browser',
  user_id: 'Number of the account',
  user_metadata: 'What you entered at sign-up',
}

/** 'sample_date' and 'sampleDate' become 'Sample date'. */
export function fieldText(field: string): string {
  const known = TERMS[field]
  if (known) return known
  const words = field
    .replace(/_pence$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(nhs|gp|psa)\b/g, (name) => name.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Not of 'NHS number'. */
function lowerFirst(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

/** Of a value or a list of them; null of one that holds nothing. */
export function valueText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return field.endsWith('_pence') ? pounds(value) : String(value)
  if (typeof value === 'string') return textLabel(field, value)
  if (!Array.isArray(value))
    return linesOf(Object(value))
      .map(([term, text]) => `${term}: ${text}`)
      .join('; ')
  return value.flatMap((one) => valueText(field, one) ?? []).join(', ') || null
}

function textLabel(field: string, text: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return momentInWords(new Date(text))
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return /version$/i.test(field) ? text : dayInWords(text)
  if (text === 'authenticated') return 'Member'
  return field === 'nhs_number' ? groupNhsNumber(text) : text
}

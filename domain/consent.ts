import type { ConsentPayload } from './contract.ts'
import { isEmailAddress, normaliseEmail } from './email-address.ts'

/** Change this with any text below: it is stored with every consent. */
export const CONSENT_VERSION = '2026-11-27'

/** Date of the last change of content/policies/terms.md. */
export const TERMS_VERSION = '2026-11-27'

export const CONSENT_WORDS = {
  test: 'The PSA test measures prostate-specific antigen, a protein made by the prostate, in a small sample of blood from your arm.',
  limits:
    'A raised PSA is not a diagnosis of cancer, and a normal PSA does not rule cancer out. Many things besides cancer can raise it.',
  harms:
    'If your PSA is raised, you may be offered more tests. Tests and treatment can do harm, and some of the cancers they find would never have troubled you.',
  committee:
    'The UK National Screening Committee does not recommend mass PSA screening. We offer the test to men aged 40 to 80 who want it and know its limits.',
  symptoms:
    'If you have symptoms that worry you, please see your GP now. Do not wait for a screening event.',
  choice:
    'Taking the test is your choice. You can change your mind at any time before your blood is taken.',
  terms: 'I have read and agree to the terms and conditions.',
  termsVersion: TERMS_VERSION,
  sampleConsent:
    'I consent to my blood sample being taken and tested for PSA. I consent to the charity and its laboratory using the health details I have given, and my result, to carry out the test and to tell me the outcome.',
  gpSharing:
    'You may share my result with the GP surgery that I name. This is optional: leaving it unticked does not affect your test.',
  disclaimer:
    'I confirm that I am not aware of any current prostatic condition. I understand that the charity will not screen me if I have known or suspected prostate cancer.',
} as const

export const CONSENT_DAYS = 90

/** Whether a new booking may rely on this consent; a day is 24 hours. */
export function isConsentValid(
  {
    givenAt,
    wordsVersion,
    isWithdrawn,
  }: { givenAt: Date; wordsVersion: string; isWithdrawn: boolean },
  now: Date,
): boolean {
  if (isWithdrawn || wordsVersion !== CONSENT_VERSION) return false
  return now.getTime() - givenAt.getTime() <= CONSENT_DAYS * 24 * 3_600_000
}

export type ConsentForm = {
  [Field in keyof ConsentPayload]?: Blank<ConsentPayload[Field]>
}
type Blank<Value> = Value | '' | null | undefined

export type ConsentField =
  | (typeof REQUIRED)[number]
  | 'familyMemberWithProstateCancer'
  | 'familyMemberWithOvarianCancer'
  | 'terms'
  | 'sampleConsent'
  | 'disclaimer'
  | keyof typeof GP_SURGERY_ERRORS

const REQUIRED = [
  'numberOfPsaTest',
  'familyHistoryProstateCancer',
  'familyHistoryBreastOvarianCancer',
  'medicationHistory',
] as const

const WHICH_RELATIVES = 'Please specify which relative(s) or provide additional details.'

const GP_SURGERY_ERRORS = {
  gpSurgeryName: 'Please enter the name of your GP surgery.',
  gpSurgeryTown: 'Please enter the town of your GP surgery.',
  gpSurgeryEmail: 'Enter an email address, for example name@example.org, or leave this empty.',
}

/** The missing fields in the form's order, each with its sentence; the toast shows the first. */
export function consentErrors(form: ConsentForm): { field: ConsentField; message: string }[] {
  const errors: { field: ConsentField; message: string }[] = []
  const addError = (field: ConsentField, message: string) => errors.push({ field, message })

  for (const field of REQUIRED) {
    if (!form[field]) addError(field, 'This field is required.')
  }
  if (
    form.familyHistoryProstateCancer === 'Yes' &&
    !namesSomeone(form.familyMemberWithProstateCancer, form.fatherSideDetails)
  ) {
    addError('familyMemberWithProstateCancer', WHICH_RELATIVES)
  }
  if (
    form.familyHistoryBreastOvarianCancer === 'Yes' &&
    !namesSomeone(form.familyMemberWithOvarianCancer, form.motherSideDetails)
  ) {
    addError('familyMemberWithOvarianCancer', WHICH_RELATIVES)
  }
  if (!form.terms) {
    addError('terms', 'You must agree to the terms and conditions.')
  } else if (!form.sampleConsent) {
    addError('sampleConsent', 'You must consent that your samples will be taken and tested.')
  }
  for (const field of form.gpSharing ? gpSurgeryErrors(form) : []) {
    addError(field, GP_SURGERY_ERRORS[field])
  }
  if (!form.disclaimer) {
    addError(
      'disclaimer',
      'You must confirm you are not aware of any current prostatic condition. We will not screen if you have known or suspected PCa.',
    )
  }
  return errors
}

function gpSurgeryErrors(form: ConsentForm): (keyof typeof GP_SURGERY_ERRORS)[] {
  const { gpSurgeryName: name, gpSurgeryTown: town } = form
  const email = normaliseEmail(form.gpSurgeryEmail ?? '')
  return [
    ...(isBlank(name) ? (['gpSurgeryName'] as const) : []),
    ...(isBlank(town) ? (['gpSurgeryTown'] as const) : []),
    ...(email === '' || isEmailAddress(email) ? [] : (['gpSurgeryEmail'] as const)),
  ]
}

function namesSomeone(relatives: Blank<readonly string[]>, details: Blank<string>): boolean {
  return (relatives ?? []).length > 0 || !isBlank(details)
}

function isBlank(text: Blank<string>): boolean {
  return (text ?? '').trim() === ''
}

import type { ConsentField, ConsentForm } from '../../domain/consent.ts'

export const WHICH_TEST = [
  { value: '1', label: 'First' },
  { value: '2', label: 'Second' },
  { value: '3', label: 'Third' },
  { value: '4', label: 'Fourth' },
  { value: '5', label: 'Fifth or more' },
]

/** Short names of the questions, as they stand in error summaries and on the check page. */
export const QUESTIONS = {
  numberOfPsaTest: 'Which PSA test',
  familyHistoryProstateCancer: 'Prostate cancer in your family',
  familyHistoryBreastOvarianCancer: 'Breast or ovarian cancer on your mother’s side',
  medicationHistory: 'Medicines',
} satisfies { [Field in ConsentField]?: string }

const NOT_PROVIDED = 'Not provided'

export type AnswerInWords = { field: keyof ConsentForm; question: string; answer: string }

/** Complete answers, in the form's order. `field` is where the form asks. */
export function healthInWords(answers: ConsentForm): AnswerInWords[] {
  const which = WHICH_TEST.find(({ value }) => value === String(answers.numberOfPsaTest))
  return [
    {
      field: 'numberOfPsaTest',
      question: QUESTIONS.numberOfPsaTest,
      answer: which?.label ?? NOT_PROVIDED,
    },
    {
      field: 'familyHistoryProstateCancer',
      question: QUESTIONS.familyHistoryProstateCancer,
      answer: familyInWords(answers.familyHistoryProstateCancer, [
        answers.familyMemberWithProstateCancer,
        answers.fatherSideDetails,
      ]),
    },
    {
      field: 'familyHistoryBreastOvarianCancer',
      question: QUESTIONS.familyHistoryBreastOvarianCancer,
      answer: familyInWords(answers.familyHistoryBreastOvarianCancer, [
        answers.familyMemberWithOvarianCancer,
        answers.motherSideDetails,
      ]),
    },
    {
      field: 'medicationHistory',
      question: QUESTIONS.medicationHistory,
      answer: answers.medicationHistory || NOT_PROVIDED,
    },
    {
      field: 'recentInfection',
      question: 'Urine infection in the last 6 weeks',
      answer: answers.recentInfection || NOT_PROVIDED,
    },
  ]
}

/** The ticks of a complete form. */
export function ticksInWords(answers: ConsentForm): AnswerInWords[] {
  return [
    { field: 'terms', question: 'Terms and conditions', answer: 'You have read and agree to them' },
    {
      field: 'sampleConsent',
      question: 'Blood sample',
      answer:
        'You consent to us taking and testing your blood, and to us using your health details',
    },
    { field: 'gpSharing', question: 'Sharing with your GP', answer: sharingInWords(answers) },
    {
      field: 'disclaimer',
      question: 'Prostate conditions',
      answer: 'You do not know of any at the moment',
    },
  ]
}

function sharingInWords(answers: ConsentForm): string {
  if (!answers.gpSharing) return 'No'
  const { gpSurgeryName, gpSurgeryTown, gpSurgeryEmail } = answers
  const surgery = [gpSurgeryName, gpSurgeryTown, gpSurgeryEmail].flatMap((part) => part || [])
  return `Yes, with ${surgery.join(', ')}`
}

type Details = [
  relatives: ConsentForm['familyMemberWithProstateCancer'] | readonly string[],
  text: string | null | undefined,
]

function familyInWords(answer: string | null | undefined, [relatives, text]: Details): string {
  if (answer !== 'Yes') return answer || NOT_PROVIDED
  const named = (relatives || []).join(', ')
  return ['Yes', named, text?.trim()].filter(Boolean).join('. ')
}

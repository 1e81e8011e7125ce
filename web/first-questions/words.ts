import type { FirstAnswers } from '../../domain/before-you-book.ts'

type Question = { name: keyof FirstAnswers; label: string; hint?: string }

/** The three questions, each of a few short ones. */
export const PARTS: readonly { id: string; title: string; questions: readonly Question[] }[] = [
  {
    id: 'your-age',
    title: '1. How old are you?',
    questions: [{ name: 'age', label: 'Your age', hint: 'Our events are for men aged 40 to 80.' }],
  },
  {
    id: 'your-family',
    title: '2. What runs in your family?',
    questions: [
      {
        name: 'familyHistoryProstateCancer',
        label: 'Has anyone in your family had prostate cancer?',
      },
      {
        name: 'familyHistoryBreastOvarianCancer',
        label: 'Has anyone on your mother’s side had breast or ovarian cancer?',
      },
      {
        name: 'isBlack',
        label: 'Are you Black, or of mixed Black background?',
        hint: 'Black men have a higher risk, and from a younger age.',
      },
    ],
  },
  {
    id: 'your-health',
    title: '3. How is your health now?',
    questions: [
      {
        name: 'symptoms',
        label: 'Do you have any of these symptoms?',
        hint: 'Trouble passing urine, or going more often. Blood in your urine or semen. Pain in your back, hips or bones that does not ease with rest. Losing weight without trying. New problems with erections.',
      },
      {
        name: 'knownCondition',
        label: 'Are you under a clinic for your prostate?',
        hint: 'For a known or suspected prostate condition, or for prostate cancer.',
      },
      {
        name: 'recentInfection',
        label: 'Have you had a urine infection, or treatment for one, in the last 6 weeks?',
      },
      {
        name: 'medicationHistory',
        label: 'Do you take, or have you taken, any of these medicines?',
      },
    ],
  },
]

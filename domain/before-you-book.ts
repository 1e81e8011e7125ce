// What a visitor reads before booking, by their own answers: nothing is counted or scored. Facts and
// words are those of content/articles and content/screening; a clinician has to approve the text.
import { MEDICATIONS, YES_NO_UNSURE } from './choices.ts'

const AGES = ['Under 40', '40 to 44', '45 to 49', '50 to 80', 'Over 80'] as const

/** The questions in order, by the names that the consent form has where it asks the same. */
export const QUESTIONS = {
  age: AGES,
  familyHistoryProstateCancer: YES_NO_UNSURE,
  familyHistoryBreastOvarianCancer: YES_NO_UNSURE,
  isBlack: ['Yes', 'No', 'I would rather not say'],
  medicationHistory: MEDICATIONS,
  recentInfection: YES_NO_UNSURE,
  symptoms: ['Yes', 'No'],
  knownCondition: ['Yes', 'No'],
} as const

type Params = typeof QUESTIONS

/** Unanswered questions are missing. */
export type FirstAnswers = { [name in keyof Params]?: Params[name][number] | undefined }

export type Advice = { text: string; to?: string }

type Line = Advice & { on: { [name in keyof Params]?: readonly Params[name][number][] } }

const GP_FIRST: readonly Line[] = [
  {
    on: { symptoms: ['Yes'] },
    text: 'If you have any of these symptoms, see your GP now. Do not wait for a screening event. The most common cause is an enlarged prostate.',
    to: '/information-hub/prostate-diseases-and-prostate-cancer#when-to-see-your-gp',
  },
  {
    on: { knownCondition: ['Yes'] },
    text: 'If you have a known or suspected prostate condition, or prostate cancer, your own clinic does your tests.',
  },
  {
    on: { age: ['Under 40'] },
    text: 'If you are under 40, you cannot have a test with us: our events are for men aged 40 to 80. Speak to your GP if something worries you.',
  },
  {
    on: { age: ['Over 80'] },
    text: 'If you are over 80 and feel well, a PSA test is more likely to do harm than good. Your GP can advise you.',
    to: '/information-hub/elderly-psa-testing',
  },
  {
    on: { recentInfection: ['Yes', "Don't know"] },
    text: 'If you have had a urine infection, or treatment for one, wait 6 weeks and choose a later event. If you are not sure, ask your GP.',
  },
  {
    on: { isBlack: ['Yes'], age: ['40 to 44', '45 to 49', '50 to 80'] },
    text: 'Black men have a higher risk, and from a younger age. Think about having a test from the age of 45. Your GP can talk it through with you.',
  },
  {
    on: { familyHistoryProstateCancer: ['Yes', "Don't know"] },
    text: 'Your risk is higher if your father or brother had prostate cancer, especially if he was under 60 at the time. Think about having a test from the age of 45. Your GP can talk it through with you.',
  },
  {
    on: { familyHistoryBreastOvarianCancer: ['Yes', "Don't know"] },
    text: 'Breast or ovarian cancer in your mother or sister may be a sign of a change in a BRCA gene. Tell your GP about it. Screening for men aged 45 to 61 with a change in the BRCA2 gene and a relevant family history is expected to start in 2027.',
  },
  {
    on: { age: ['50 to 80'] },
    text: 'From the age of 50 you can ask your GP for a free PSA test, once they have talked through the benefits and risks with you.',
  },
]

const THE_TEST: readonly Line[] = [
  {
    on: {},
    text: 'It can find a raised PSA before you notice anything. Early prostate cancer usually causes no symptoms.',
  },
  {
    on: {},
    text: 'A raised PSA is not a diagnosis: most men with a raised result do not have cancer.',
  },
  {
    on: {},
    text: 'A normal PSA does not rule cancer out: about 1 in 7 men with a normal result may have it.',
  },
  {
    on: {},
    text: 'It also finds slow cancers that would never have caused harm. Treatment can leave lasting problems with continence, erections or the bowel.',
  },
  {
    on: { medicationHistory: MEDICATIONS.filter((one) => one !== 'None') },
    text: 'Finasteride and dutasteride can reduce your PSA level by about half. Tell us if you take either, and keep taking what you are prescribed.',
  },
  {
    on: {},
    text: 'The UK National Screening Committee does not recommend mass PSA screening; we take a different view.',
    to: '/information-hub/prostate-diseases-and-prostate-cancer#the-limits-of-the-test',
  },
]

/** Both sides of the card. A line stays until an answer shows that it does not concern the visitor. */
export function adviceFor(answers: FirstAnswers): { gpFirst: Advice[]; theTest: Advice[] } {
  const concerns = ({ on }: Line) =>
    Object.entries(on).every(([name, values]) => {
      const answer = Reflect.get(answers, name)
      return answer === undefined || values.some((value) => value === answer)
    })
  const advice = ({ text, to }: Line): Advice => (to === undefined ? { text } : { text, to })
  return {
    gpFirst: GP_FIRST.filter(concerns).map(advice),
    theTest: THE_TEST.filter(concerns).map(advice),
  }
}

/** Whether an answer says that an event is not the place for the visitor now. */
export function isForGpNow({
  age,
  symptoms,
  knownCondition,
  recentInfection,
}: FirstAnswers): boolean {
  const isOutsideAge = age === 'Under 40' || age === 'Over 80'
  return isOutsideAge || [symptoms, knownCondition, recentInfection].includes('Yes')
}

// The charity's words for what a clinician decided, as a start: the field stays editable, and the
// result keeps what was sent. They follow the chosen band, never the number.
import type { Band } from '../results.ts'
import type { NoNumberOutcome } from './lab-rows.ts'

export const BAND_COMMENTS: Record<Band, string> = {
  Green:
    'Your result is in the range that we call normal. A normal PSA does not rule cancer out: please see your GP if you have symptoms.',
  Amber:
    'Your result is slightly raised. Many things besides cancer can raise it. Please have the test again in 3 months.',
  Red: 'Your result is significantly raised. This is not a diagnosis of cancer. Please make an appointment with your GP within two weeks, and take this result with you.',
}

const REPEAT = 'This says nothing about your health. We offer you another test free of charge.'

export const OUTCOME_COMMENTS: Record<NoNumberOutcome, string> = {
  haemolysed: `The blood cells in your sample had broken down, so the laboratory could not measure it. ${REPEAT}`,
  insufficient: `There was not enough blood in your tube to measure. ${REPEAT}`,
  unlabelled: `Your sample reached the laboratory without a readable label. ${REPEAT}`,
  leaked: `Your tube leaked on its way to the laboratory. ${REPEAT}`,
  too_old: `Your sample reached the laboratory too late to be measured. ${REPEAT}`,
  wrong_tube: `Your blood was taken into a tube that the laboratory could not use. ${REPEAT}`,
  lost: `Your sample was lost on its way to the laboratory. We are sorry. ${REPEAT}`,
  not_processed: `The laboratory could not measure your sample. ${REPEAT}`,
}

export const WITHDRAWAL_COMMENT =
  'The laboratory has withdrawn the result we gave you. Please do not rely on it. We will call you to explain what happens next.'

type RetestChoice = { value: string; label: string; months: number | null; key: string }

export const RETEST_CHOICES: readonly RetestChoice[] = [
  { value: '12', label: '1 year', months: 12, key: '1' },
  { value: '24', label: '2 years', months: 24, key: '2' },
  { value: '36', label: '3 years', months: 36, key: '3' },
  { value: '3', label: '3 months', months: 3, key: '4' },
  { value: 'none', label: 'No date', months: null, key: '0' },
]

export const CALL_SCRIPT = [
  'Ask for the member by name. Check their date of birth before you say why you are calling.',
  'Say who you are, and that the PSA result is back. Ask if this is a good time to talk.',
  'Say the result in plain words: it is raised, and that is not a diagnosis of cancer.',
  'Say what happens next: a GP appointment, and a letter or message with the result today.',
  'Ask them to tell you what they have understood, and whether they have somebody to talk to. Give them our helpline number.',
  'If nobody answers, leave no message about the result.',
] as const

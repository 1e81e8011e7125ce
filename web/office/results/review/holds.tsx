import type { LabResult } from '../../../../domain/office/lab-result-schemas.ts'
import type { Hold } from '../../../../domain/office/result-holds.ts'
import { momentInWords } from '../../../../domain/uk-time.ts'
import { Notice } from '../../../ui/notice.tsx'

/** On top of a result: why it may not go on. */
export function Holds({ holds }: Pick<LabResult, 'holds'>) {
  if (holds.length === 0) return null
  return (
    <Notice tone="warn" title="Held">
      {holds.map((hold) => (
        <p key={hold.kind}>{holdSentence(hold)}</p>
      ))}
    </Notice>
  )
}

/** In lists: 'Sample undone; has died'. */
export function holdText({ holds }: Pick<LabResult, 'holds'>): string {
  return holds.map(({ kind }) => SHORT[kind]).join('; ')
}

const SHORT: Record<Hold['kind'], string> = {
  sample_undone: 'Sample undone',
  two_samples: 'Two samples',
  slip_differs: 'Tube and slip differ',
  consent_withdrawn: 'Consent withdrawn',
  sampled_in_doubt: 'Sampled in doubt about capacity',
  identity_changed: 'Name or date of birth changed after the sample',
  merged: 'Merged record',
  died: 'Has died',
  erased: 'Erased record',
  later_report: 'There is a later report',
}

function holdSentence({ kind, at, by, tube, words }: Hold): string {
  const when = at === null ? '' : ` at ${momentInWords(new Date(at))}`
  switch (kind) {
    case 'sample_undone':
      return `The sample ${tube ?? ''} was undone by ${by ?? 'somebody'}${when}: ${words ?? 'no reason given'}. Find out whose blood it is.`
    case 'two_samples':
      return 'Two samples are recorded for this appointment. Undo one, or confirm that both are theirs, before anything else happens.'
    case 'slip_differs':
      return `The tube ${tube ?? ''} did not have the number of the slip when ${by ?? 'somebody'} took the sample${when}: ${words ?? 'no reason given'}. Find out whose blood it is. Nothing happens until a clinician has said that it belongs to this member.`
    case 'consent_withdrawn':
      return `The consent was withdrawn${when}. A clinician must choose what happens to the result.`
    case 'sampled_in_doubt':
      return `Blood was taken although somebody doubted${when} that the member understands the test. Nothing will be released until a clinician has recorded a decision about it, on the member’s page.`
    case 'identity_changed':
      return `The report fits only a name or date of birth that was changed${when}, after the sample. Compare the records. Nothing will be released until a clinician has said that the sample belongs to this member.`
    case 'merged':
      return `The record under which the blood was given was merged into another one${when}. Compare both. Nothing will be released until a clinician has said that the sample belongs to this member.`
    case 'died':
      return 'The member has died. Nothing is released to them. Their GP or family can be told if they ask.'
    case 'erased':
      return 'This member’s data was erased at their request. Nothing can be released. Destroy it, and say in the note who asked for it.'
    case 'later_report':
      return 'The laboratory has sent a later report for the same sample. Review that one instead.'
  }
}

import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { Helpline } from '../../events/helpline.tsx'
import { type ResultBadge, resultWords } from './result-words.ts'

export function BadgeMeanings({ entry }: { entry: MedicalResult }) {
  return resultWords(entry).badges.map((badge) => <p key={badge}>{meaning(badge, entry)}</p>)
}

function meaning(badge: ResultBadge, entry: MedicalResult) {
  if (badge === 'Lab result ready') {
    return resultWords(entry).comments
      ? 'The laboratory has tested your sample. What the clinician wrote says what it means for you.'
      : noComment()
  }
  if (badge === 'Appointment not linked') {
    return (
      <>
        We cannot yet match this record to one of your appointments. Please ring <Helpline /> and we
        will sort it out.
      </>
    )
  }
  return noResult(entry)
}

function noComment() {
  return (
    <>
      The laboratory has tested your sample. No clinician has written a comment: please ring{' '}
      <Helpline /> if you would like to know what it means for you.
    </>
  )
}

function noResult({ result, steps }: MedicalResult) {
  if (result) {
    return (
      <>
        The laboratory gave no number for this sample. That is not a sign that anything is wrong.{' '}
        <Link to="/book-event-main">Book another test</Link> or ring <Helpline />.
      </>
    )
  }
  const isTaken = steps.some(({ step, state }) => step === 'Sample taken' && state !== 'ahead')
  if (!isTaken) {
    return (
      <>
        Your test is still to come, so there is no result of it yet.{' '}
        <Link to="/upcoming-events">See your appointment</Link>
      </>
    )
  }
  return (
    <>
      We have no result of this test yet. That is not a sign that anything is wrong: results usually
      come within two weeks. If you have waited longer, or could not come, please ring <Helpline />.
    </>
  )
}

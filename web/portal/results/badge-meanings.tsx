import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { raisedBand } from '../../../domain/raised-results.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Helpline } from '../../events/helpline.tsx'
import { MedicalLine } from './medical-line.tsx'
import { NoNumber } from './no-number.tsx'
import { type ResultBadge, resultWords } from './result-words.ts'

export function BadgeMeanings({ entry }: { entry: MedicalResult }) {
  const { badges, outcome } = resultWords(entry)
  return badges.map((badge) =>
    badge === 'No lab result' && entry.result && outcome ? (
      <NoNumber key={badge} result={entry.result} outcome={outcome} />
    ) : (
      <p key={badge}>{meaning(badge, entry)}</p>
    ),
  )
}

function meaning(badge: ResultBadge, entry: MedicalResult) {
  if (badge === 'Lab result ready') {
    return resultWords(entry).comments
      ? 'The laboratory has tested your sample. What the clinician wrote says what it means for you.'
      : noComment(raisedBand(entry.result?.band) !== null)
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

function noComment(isRaised: boolean) {
  return (
    <>
      The laboratory has tested your sample. No clinician has written a comment: please ring{' '}
      {isRaised ? <MedicalLine /> : <Helpline />} if you would like to know what it means for you.
    </>
  )
}

function noResult({ result, attendance, steps, waiting }: MedicalResult) {
  if (result) {
    return (
      <>
        The laboratory gave no number for this sample. That is not a sign that anything is wrong.{' '}
        <Link to="/book-event-main">Book another test</Link> or ring <Helpline />.
      </>
    )
  }
  if (attendance === 'did_not_attend' || attendance === 'not_sampled') {
    return (
      <>
        {attendance === 'not_sampled'
          ? 'No sample was taken that day, so there will be no result.'
          : 'We did not see you that day, so there is no sample. If you were there, please ring us.'}{' '}
        <Link to="/book-event-main">Book another test</Link> or ring <Helpline />.
      </>
    )
  }
  if (waiting) return <Waiting {...waiting} />
  const isOver = steps.some(({ step, state }) => step === 'Sample taken' && state !== 'ahead')
  if (!isOver) {
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

function Waiting({ since, is_late: isLate }: NonNullable<MedicalResult['waiting']>) {
  const day = <time dateTime={since}>{dayInWords(since)}</time>
  if (!isLate) {
    return (
      <>
        We are waiting for the laboratory. Your blood was taken on {day}, and results usually come
        within two weeks. That is not a sign that anything is wrong. You need not do anything: we
        tell you when yours is here.
      </>
    )
  }
  return (
    <>
      We are still waiting for the laboratory. Your blood was taken on {day}, and this takes longer
      than it should. We are sorry. That is not a sign that anything is wrong: please ring{' '}
      <Helpline /> and we ask the laboratory for you.
    </>
  )
}

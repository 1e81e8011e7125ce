import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { raisedBand } from '../../../domain/raised-results.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Helpline } from '../../events/helpline.tsx'
import { MedicalLine } from './medical-line.tsx'
import { NoNumber } from './no-number.tsx'
import { type ResultBadge, resultText } from './result-text.ts'

export function BadgeMeanings({ entry }: { entry: MedicalResult }) {
  const { badges, outcome } = resultText(entry)
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
    return resultText(entry).comments
      ? 'The laboratory has tested your sample. The clinician’s comment tells you what the result means for you.'
      : noComment(raisedBand(entry.result?.band) !== null)
  }
  if (badge === 'Appointment not linked') {
    return (
      <>
        We have not been able to match this record to one of your appointments yet. Please call{' '}
        <Helpline /> and we will sort it out.
      </>
    )
  }
  return noResult(entry)
}

function noComment(isRaised: boolean) {
  return (
    <>
      The laboratory has tested your sample. No clinician has written a comment. Please call{' '}
      {isRaised ? <MedicalLine /> : <Helpline />} if you would like to know what it means for you.
    </>
  )
}

function noResult({ result, attendance, steps, waiting }: MedicalResult) {
  if (result) {
    return (
      <>
        The laboratory could not give a number for this sample. This is not a sign that anything is
        wrong. <Link to="/book-event-main">Book another test</Link> or call <Helpline />.
      </>
    )
  }
  if (attendance === 'did_not_attend' || attendance === 'not_sampled') {
    return (
      <>
        {attendance === 'not_sampled'
          ? 'No sample was taken that day, so there will be no result.'
          : 'We did not see you that day, so there is no sample. If you were there, please call us.'}{' '}
        <Link to="/book-event-main">Book another test</Link> or call <Helpline />.
      </>
    )
  }
  if (waiting) return <Waiting {...waiting} />
  const isOver = steps.some(({ step, state }) => step === 'Sample taken' && state !== 'ahead')
  if (!isOver) {
    return (
      <>
        You have not had this test yet, so there is no result.{' '}
        <Link to="/upcoming-events">See your appointment</Link>
      </>
    )
  }
  return (
    <>
      We do not have a result for this test yet. This is not a sign that anything is wrong. Results
      usually take up to two weeks. If you have waited longer, or did not have the test, please call{' '}
      <Helpline />.
    </>
  )
}

function Waiting({ since, is_late: isLate }: NonNullable<MedicalResult['waiting']>) {
  const day = <time dateTime={since}>{dayInWords(since)}</time>
  if (!isLate) {
    return (
      <>
        We are waiting for the laboratory. Your blood was taken on {day}, and results usually take
        up to two weeks. Waiting is not a sign that anything is wrong. You do not need to do
        anything. We will tell you when your result is ready.
      </>
    )
  }
  return (
    <>
      We are still waiting for the laboratory. Your blood was taken on {day}, and your result is
      taking longer than it should. We are sorry. This is not a sign that anything is wrong. Please
      call <Helpline /> and we will ask the laboratory for you.
    </>
  )
}

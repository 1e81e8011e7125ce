import arrive from '../ui/art/step-arrive.svg'
import questions from '../ui/art/step-questions.svg'
import result from '../ui/art/step-result.svg'
import sample from '../ui/art/step-sample.svg'
import styles from './screening-steps.module.css'

const STEPS = [
  {
    picture: arrive,
    name: 'Come along',
    words: 'Find the hall, show your booking and take a seat. You do not need a referral.',
  },
  {
    picture: questions,
    name: 'A few questions',
    words: 'We check your details, your family history and any medicine you take.',
  },
  {
    picture: sample,
    name: 'Give a small sample',
    words: 'A trained phlebotomist takes blood. Wear a sleeve that rolls up.',
  },
  {
    picture: result,
    name: 'Read your result',
    words: 'You get a colour, what it means in plain English and what to do next.',
  },
]

export function FourSteps() {
  return (
    <ol className={styles.steps}>
      {STEPS.map(({ picture, name, words }) => (
        <li key={name}>
          <img src={picture} width={200} height={150} loading="lazy" alt="" />
          <h3>{name}</h3>
          <p>{words}</p>
        </li>
      ))}
    </ol>
  )
}

import { useState } from 'react'
import { Link } from 'react-router'
import {
  type Advice,
  adviceFor,
  type FirstAnswers,
  isForGpNow,
  QUESTIONS,
} from '../../domain/before-you-book.ts'
import { carryAnswers } from '../booking/carried-answers.ts'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { ButtonLink, Buttons, TextButton } from '../ui/button.tsx'
import { Checkbox, RadioGroup } from '../ui/choices.tsx'
import { Wrap } from '../ui/layout.tsx'
import styles from './first-questions.module.css'
import { PARTS } from './words.ts'

export const loader = () => contentPage('/before-you-book')

export const meta = contentMeta

/** Nothing is stored or sent. Without script the card says everything that could concern the visitor. */
export default function FirstQuestions({ loaderData }: { loaderData: ReturnType<typeof loader> }) {
  const [answers, setAnswers] = useState<FirstAnswers>({})
  const isBegun = Object.keys(answers).length > 0
  return (
    <Wrap>
      <ContentTitle
        page={loaderData}
        lede="Answer questions about your age, family and health to find out whether to see your GP first. Your answers stay on this page. We do not store or send them, and we do not work out your risk."
      />
      <div className={styles.page}>
        <div className={styles.questions}>
          {PARTS.map(({ id, title, questions }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {questions.map(({ name, label, hint }) => (
                <RadioGroup
                  key={name}
                  name={name}
                  label={label}
                  hint={hint}
                  options={QUESTIONS[name]}
                  value={answers[name] ?? ''}
                  onChange={(value) => setAnswers({ ...answers, [name]: value })}
                />
              ))}
            </section>
          ))}
          {isBegun && <TextButton onClick={() => setAnswers({})}>Clear my answers</TextButton>}
        </div>
        <Card answers={answers} isBegun={isBegun} />
      </div>
    </Wrap>
  )
}

function Card({ answers, isBegun }: { answers: FirstAnswers; isBegun: boolean }) {
  const { gpFirst, theTest } = adviceFor(answers)
  const isGpNow = isForGpNow(answers)
  return (
    <div className={styles.card}>
      <p role="status" className={styles.status}>
        {isGpNow
          ? 'Please see your GP or your clinic first.'
          : isBegun
            ? 'The card shows what applies to you, based on your answers so far.'
            : 'The card shows everything until you answer.'}
      </p>
      <Side id="gp-first" title="See your GP first" lines={gpFirst} />
      <Side id="the-test" title="What the test can and cannot tell" lines={theTest} />
      {isBegun && !isGpNow && <Carry key={JSON.stringify(answers)} answers={answers} />}
      <Buttons>
        <ButtonLink kind={isGpNow ? 'quiet' : 'primary'} to="/book-event-main">
          Find an event
        </ButtonLink>
      </Buttons>
    </div>
  )
}

type SideProps = { id: string; title: string; lines: readonly Advice[] }

function Side({ id, title, lines }: SideProps) {
  return (
    <section aria-labelledby={id} className={styles.side}>
      <h2 id={id}>{title}</h2>
      {lines.length === 0 ? (
        <p>Nothing in your answers suggests that you need to. See your GP if anything changes.</p>
      ) : (
        <ul>
          {lines.map(({ text, to }) => (
            <li key={text}>
              {text} {to && <Link to={to}>Read more</Link>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** An answer that changes later takes the tick away again. */
function Carry({ answers }: { answers: FirstAnswers }) {
  const { familyHistoryProstateCancer, familyHistoryBreastOvarianCancer } = answers
  const { medicationHistory, recentInfection } = answers
  const carried = {
    familyHistoryProstateCancer,
    familyHistoryBreastOvarianCancer,
    medicationHistory,
    recentInfection,
  }
  return (
    <Checkbox
      name="carry"
      hint="We keep them in this tab only, until you book, reload the page or close the tab."
      onChange={(isTicked) => carryAnswers(isTicked ? carried : {})}
      optional
    >
      Fill in the consent form with these answers when I book
    </Checkbox>
  )
}

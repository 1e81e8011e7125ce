import { hasDoubtfulSamples } from '../../../domain/office/attendance.ts'
import { formerOwner, personWithTube, type ShownPerson } from '../../../domain/office/day-people.ts'
import { actionsOf } from '../../../domain/office/day-presses.ts'
import type { DayProblem } from '../../../domain/office/day-schemas.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import type { OpenTaskOf } from './day-tasks.ts'
import { pressText, standingPresses, takenBackTubes } from './press-text.ts'
import { nameAndBirth, nameOf } from './who-text.ts'

type Props = {
  problem: DayProblem
  person: ShownPerson | undefined
  people: readonly ShownPerson[]
  isLead: boolean
  onTask: OpenTaskOf
}

/** The samples that a problem is about, whoever they are of; each can be undone from here. */
export function ProblemSamples({ problem, person, people, isLead, onTask }: Props) {
  const { code, tube } = problem
  if (code === 'tube_taken' && tube !== null) {
    return <Owner tube={tube} people={people} onTask={onTask} />
  }
  const samples = person ? samplesOf(person) : []
  if (!person || samples.length < 2) return null
  const isDoubtful = hasDoubtfulSamples(actionsOf(standingPresses(person)))
  return (
    <>
      <Samples person={person} onTask={onTask} />
      {isLead && isDoubtful && (
        <Buttons>
          <Button
            kind="quiet"
            aria-label={`Both are theirs: ${nameOf(person)}`}
            onClick={() => onTask(person, 'both_theirs')}
          >
            Both are theirs
          </Button>
        </Buttons>
      )}
    </>
  )
}

function Owner({ tube, people, onTask }: { tube: string } & Pick<Props, 'people' | 'onTask'>) {
  const owner = personWithTube(people, tube)
  if (owner)
    return (
      <>
        <p>
          Tube {tube} is recorded for <b>{nameAndBirth(owner)}</b>.
        </p>
        <Samples person={owner} onTask={onTask} tube={tube} />
      </>
    )
  const former = formerOwner(people, tube)
  const taken = former && takenBackTubes(former).find((action) => action.tube === tube)
  if (!former || !taken) return null
  return (
    <p>
      Tube {tube} was removed from <b>{nameAndBirth(former)}</b>
      {taken.undone?.by && ` by ${taken.undone.by}`}. The day lead can give it to somebody else,
      with a reason.
    </p>
  )
}

function Samples({
  person,
  tube,
  onTask,
}: { person: ShownPerson; tube?: string } & Pick<Props, 'onTask'>) {
  const samples = samplesOf(person).filter((action) => tube === undefined || action.tube === tube)
  return (
    <ul>
      {samples.map((action) => (
        <li key={action.id}>
          {pressText(action)}{' '}
          <Button
            kind="quiet"
            aria-label={`Undo this tube: ${action.tube} of ${nameOf(person)}`}
            onClick={() => onTask(person, 'undo', action.id)}
          >
            Undo this tube
          </Button>
        </li>
      ))}
    </ul>
  )
}

function samplesOf(person: ShownPerson) {
  return standingPresses(person).filter(({ type }) => type === 'sample')
}

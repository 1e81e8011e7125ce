import type { MedicalResult } from '../../../domain/contract.ts'
import { Icon } from '../../ui/icon.tsx'
import { shortDate } from './short-date.ts'
import styles from './test-steps.module.css'

const SIGNS = { done: 'check', now: 'clock', ahead: 'minus', unknown: 'link-break' } as const

const UNDATED = { done: 'Done', now: 'Now', ahead: 'Not yet' } as const

export function TestSteps({ steps, result }: Pick<MedicalResult, 'steps' | 'result'>) {
  const hasNoNumber = result?.outcome !== undefined || result?.withdrawn === true
  return (
    <ol className={styles.steps} aria-label="Progress of this test">
      {steps.map(({ step, state, on }) => (
        <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={styles.sign}>
            <Icon name={SIGNS[state]} />
          </span>
          <span>
            <b>{step}</b>
            {on ? (
              <>
                {state === 'done' && <span className="visually-hidden">done</span>}{' '}
                <time dateTime={on}>{shortDate(on)}</time>
              </>
            ) : (
              <span> {undated({ step, state, hasNoNumber })}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function undated({
  step,
  state,
  hasNoNumber,
}: Pick<MedicalResult['steps'][number], 'step' | 'state'> & { hasNoNumber: boolean }): string {
  if (state === 'unknown') return unrecorded(step)
  return hasNoNumber && step === 'Result ready' ? 'No number' : UNDATED[state]
}

function unrecorded(step: string): string {
  return step === 'Booked' ? 'Not linked' : 'Not recorded yet'
}

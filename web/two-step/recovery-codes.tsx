import { useEffect, useRef, useState } from 'react'
import { CHARITY_NAME } from '../../content/charity.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { Button, Buttons } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { copy } from './copy.ts'
import { grouped, newRecoveryCodes, type Result } from './set-up.ts'
import styles from './two-step.module.css'

export function RecoveryCodes({ onDone, level = 3 }: { onDone: () => void; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  const [made, setMade] = useState<Result<string[]> | null>(null)
  const isStarted = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)

  async function make() {
    setMade(null)
    setMade(await newRecoveryCodes())
  }

  // Runs once: a second set would invalidate the first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only
  useEffect(() => {
    if (!isStarted.current) make()
    isStarted.current = true
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the codes arrive
  useEffect(() => heading.current?.focus(), [made])

  if (!made) return <Spinner>Making your recovery codes</Spinner>
  if ('problem' in made) {
    return (
      <>
        <FormProblem>{made.problem}</FormProblem>
        <div className={styles.actions}>
          <Buttons>
            <Button onClick={make}>Try again</Button>
            <Button kind="quiet" onClick={onDone}>
              Continue without codes
            </Button>
          </Buttons>
        </div>
      </>
    )
  }
  const codes = made.value.map(grouped)
  return (
    <div className={styles.paper}>
      <Heading ref={heading} tabIndex={-1}>
        Your {CHARITY_NAME} recovery codes
      </Heading>
      <p>
        If you lose your phone, you can use one of these codes instead of the app. Each code works
        once. <b>We only show them now</b>: print them or write them down, and keep them somewhere
        safe.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Buttons>
          <Button onClick={onDone}>I have saved them</Button>
          <Button
            kind="quiet"
            icon="copy"
            onClick={() => copy(codes.join('\n'), 'Your recovery codes have been copied.')}
          >
            Copy
          </Button>
          <Button kind="quiet" icon="printer" onClick={() => window.print()}>
            Print
          </Button>
        </Buttons>
      </div>
    </div>
  )
}

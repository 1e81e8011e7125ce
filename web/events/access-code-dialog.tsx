import { type FormEvent, useEffect, useRef, useState } from 'react'
import { send } from '../api.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { readText } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { useScrollIntoView } from '../ui/use-scroll-into-view.ts'
import styles from './access-code-dialog.module.css'
import { type CodeProblem, codeProblem, NO_CODE } from './access-code-text.ts'
import { Helpline } from './helpline.tsx'

type Props = {
  eventId: number
  onRight: () => void | Promise<void>
  onClose: () => void
}

/** The access code of a private event (rules §1.7). */
export function AccessCodeDialog({ eventId, onRight, onClose }: Props) {
  const [problem, setProblem] = useState<CodeProblem | null>(null)
  const problemRef = useScrollIntoView<HTMLDivElement>(problem)
  const [isPending, setPending] = useState(false)
  // State updates are too late for a double click.
  const isChecking = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (isChecking.current) return
    const form = submitted.currentTarget
    isChecking.current = true
    setPending(true)
    setProblem(null)
    const refusal = await check(readText(new FormData(form), FIELD).trim())
    if (!isOpen.current) return
    if (refusal === null) await onRight()
    isChecking.current = false
    setPending(false)
    if (refusal === null) return onClose()
    setProblem(refusal)
    const field = form.elements.namedItem(FIELD)
    if (field instanceof HTMLInputElement) field.select()
  }

  async function check(code: string): Promise<CodeProblem | null> {
    if (code === '') return NO_CODE
    try {
      await send('POST /api/events/:id/check-access-code', {
        params: { id: eventId },
        body: { access_code: code },
      })
      return null
    } catch (error) {
      return codeProblem(error)
    }
  }

  return (
    <Modal title="Enter the access code" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          name={FIELD}
          label="Access code"
          hint="You get it from the host of this private event."
          error={problem?.about === 'code' ? problem.text : undefined}
          isAnnounced
          width={20}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <div ref={problemRef} role="alert" className={styles.problem}>
          {problem?.about === 'dialog' && (
            <Notice tone="warn">
              <p>{problem.text}</p>
              <p>
                You can also call <Helpline />.
              </p>
            </Notice>
          )}
        </div>
        <Buttons>
          <Button type="submit" pending={isPending}>
            Submit
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        </Buttons>
      </form>
    </Modal>
  )
}

const FIELD = 'access_code'

import type { ReactNode } from 'react'
import { Button, Buttons } from '../ui/button.tsx'
import { FormProblem } from './form-problem.tsx'

type Props = {
  label: string
  cancelLabel?: string
  isPending: boolean
  onCancel: () => void
  problem: string | null
  children?: ReactNode
}

/** The buttons that submit and cancel a form, and the form's error. */
export function FormActions(props: Props) {
  const { label, cancelLabel = 'Cancel', isPending, onCancel, problem, children } = props
  return (
    <div>
      <Buttons>
        <Button type="submit" pending={isPending}>
          {label}
        </Button>
        <Button kind="quiet" disabled={isPending} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </Buttons>
      <FormProblem>{problem}</FormProblem>
      {children}
    </div>
  )
}

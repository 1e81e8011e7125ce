import type { FormEvent, ReactNode } from 'react'
import { Button, Buttons } from '../../ui/button.tsx'

/** What a dialog of the door asks, with its one button. */
export function TaskForm({
  submit,
  save,
  children,
}: {
  submit: string
  save: (typed: FormData) => void
  children: ReactNode
}) {
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    save(new FormData(event.currentTarget))
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      {children}
      <Buttons>
        <Button type="submit">{submit}</Button>
      </Buttons>
    </form>
  )
}

import type { FormEvent, ReactNode } from 'react'
import { Button, Buttons } from '../../ui/button.tsx'
import styles from './walk-in/walk-in.module.css'

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
    // What a scanner reads next takes the place of a code that was refused.
    const field = document.activeElement
    if (field instanceof HTMLInputElement && field.type === 'text') field.select()
  }
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {children}
      <Buttons>
        <Button type="submit">{submit}</Button>
      </Buttons>
    </form>
  )
}

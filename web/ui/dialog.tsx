import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import buttonStyles from './button.module.css'
import styles from './dialog.module.css'
import { element } from './element.ts'
import { Icon } from './icon.tsx'

type Question = { title: string; text: string; yes: string; no: string }
/** `needs` names the choice that needs the reason. */
type ReasonQuestion = {
  title: string
  text: string
  label: string
  choices: Choice[]
  needs: readonly string[]
}
type Message = { title: string; text: string; tone?: 'info' | 'warn'; ok?: string }

/** False for no and Esc. The focus starts on no. */
export async function confirm({ title, text, yes, no }: Question): Promise<boolean> {
  const answer = await ask({
    title,
    text,
    choices: [
      { value: 'yes', label: yes, kind: 'primary' },
      { value: 'no', label: no, kind: 'quiet' },
    ],
  })
  return answer === 'yes'
}

/** What was chosen, '' for Esc, and the reason that was typed. */
export async function chooseWithReason({
  label,
  needs,
  ...options
}: ReasonQuestion): Promise<{ choice: string; reason: string }> {
  const typed = element('textarea', { rows: 3, maxLength: 400, autocomplete: 'off' })
  const problem = element('p', { className: styles.problem ?? '', role: 'alert' })
  const field = element('label', { className: styles.reason ?? '' }, label, typed)
  const reason = () => typed.value.trim()
  const choice = await ask({
    ...options,
    fields: [field, problem],
    mayChoose: (value) => {
      const isMissing = needs.includes(value) && reason() === ''
      typed.toggleAttribute('aria-invalid', isMissing)
      problem.textContent = isMissing ? 'Please say why.' : ''
      if (isMissing) typed.focus()
      return !isMissing
    },
  })
  return { choice, reason: reason() }
}

export async function alert({ title, text, tone = 'info', ok = 'OK' }: Message): Promise<void> {
  await ask({ title, text, tone, choices: [{ value: 'ok', label: ok, kind: 'primary' }] })
}

type ModalProps = {
  title: string
  /** The caller then stops rendering the modal. */
  onClose: () => void
  children: ReactNode
}

export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // A layout effect: a dialog returns the focus only while it is in the document.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    if (opened) firstField(opened)?.focus()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={styles.cross} aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      {children}
    </dialog>
  )
}

/** The first that can be filled in; of radio buttons the checked one; a tick stands at the end. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const find = (fields: string) => dialog.querySelector<HTMLElement>(`:is(${fields}):enabled`)
  return (
    find('input:not([type=radio], [type=checkbox]), input[type=radio]:checked, select, textarea') ??
    find('input')
  )
}

type Choice = { value: string; label: string; kind: 'primary' | 'quiet' }
type DialogOptions = {
  title: string
  text: string
  tone?: 'info' | 'warn'
  choices: Choice[]
  fields?: Node[]
  mayChoose?: (value: string) => boolean
}

/** Uses the DOM, so that no page needs a host component. */
function ask({
  title,
  text,
  tone,
  choices,
  fields = [],
  mayChoose = () => true,
}: DialogOptions): Promise<string> {
  const dialog = element(
    'dialog',
    { className: styles.dialog ?? '', role: 'alertdialog' },
    element('h2', { id: 'dialog-title' }, title),
    element('p', { id: 'dialog-text' }, text),
    ...fields,
  )
  dialog.append(buttons(choices, dialog, mayChoose))
  if (tone) dialog.dataset.tone = tone
  dialog.setAttribute('aria-labelledby', 'dialog-title')
  dialog.setAttribute('aria-describedby', 'dialog-text')
  document.body.append(dialog)
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[autofocus]')?.focus()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue)
    })
  })
}

function buttons(
  choices: Choice[],
  dialog: HTMLDialogElement,
  mayChoose: (value: string) => boolean,
): HTMLElement {
  const row = element('div', { className: buttonStyles.row ?? '' })
  for (const [index, { value, label, kind }] of choices.entries()) {
    const isSafe = index === choices.length - 1
    const look = { className: buttonStyles.button ?? '', autofocus: isSafe }
    const button = element('button', { type: 'button', ...look }, label)
    button.dataset.kind = kind
    button.addEventListener('click', () => {
      if (mayChoose(value)) dialog.close(value)
    })
    row.append(button)
  }
  return row
}

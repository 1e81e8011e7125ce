import { ApiError, send } from '../api.ts'
import { STAY_IN_TOUCH } from './stay-in-touch-html.ts'

/** Fills an empty block, and scrolls to it when the address names it. */
export function fill(block: HTMLElement): void {
  block.innerHTML = STAY_IN_TOUCH
  const heading = block.querySelector('h2')
  if (location.hash !== '#stay-in-touch' || !heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  block.scrollIntoView()
}

/** Sends the form; its message shows below it, and a success clears name and e-mail. */
export async function subscribe(form: HTMLFormElement): Promise<void> {
  if (form.ariaBusy === 'true') return
  const [name, email] = ['name', 'email'].map((field) => inputOf(form, field))
  if (!name || !email) return
  const empty = [name, email].filter(({ value }) => value.trim() === '')
  for (const input of [name, email]) input.ariaInvalid = String(empty.includes(input))
  if (empty.length > 0) {
    showMessage(form, 'Please provide both name and email.', 'error')
    empty[0]?.focus()
    return
  }
  submitting(form, true)
  showMessage(form, '', 'none')
  try {
    const body = { name: name.value, email: email.value, hear_about_event: true }
    await send('POST /api/subscriptions', { body })
    form.reset()
    showMessage(
      form,
      'Successfully subscribed to the newsletter! Please open the email that we have sent you and confirm it.',
      'success',
    )
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status < 500
    showMessage(
      form,
      isAnswer ? `Error: ${error.message}` : 'An error occurred. Please try again.',
      'error',
    )
  } finally {
    submitting(form, false)
  }
}

/** The button is not disabled, which would lose the focus. */
function submitting(form: HTMLFormElement, isPending: boolean) {
  const button = form.querySelector('button')
  if (!button) return
  form.ariaBusy = String(isPending)
  button.ariaDisabled = String(isPending)
  button.textContent = isPending ? 'Submitting...' : 'Subscribe'
}

function showMessage(form: HTMLFormElement, text: string, tone: 'none' | 'success' | 'error') {
  const box = form.querySelector<HTMLElement>('[role=status]')
  if (!box) return
  box.dataset.tone = tone
  box.textContent = text
  if (text) box.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`input[name=${name}]`)
}

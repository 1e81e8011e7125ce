import { charity } from '../../content/charity.ts'
import { alert } from '../ui/dialog.tsx'

/** Who may register, in the specification's words (§8); shown above the date of birth as well. */
export const AGE_NOTICE = `CHAPS events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book. Please email the charity's info address ${charity.email} with your queries.`

/** Opens the age notice; the focus is back in the field, ready to type, when it has been closed. */
export async function showAgeNotice(): Promise<void> {
  const field = document.activeElement
  await alert({ title: 'Age Restriction Notice', text: AGE_NOTICE, tone: 'warn' })
  // Closed by the mouse, Chromium gives the focus back and leaves the caret behind.
  if (field instanceof HTMLInputElement) field.select()
}

/** Opens the dialog that goes with the message beside a date of birth outside 40 to 80. */
export function showAgeError(message: string): Promise<void> {
  return alert({ title: 'Age Restriction Error', text: message, tone: 'warn' })
}

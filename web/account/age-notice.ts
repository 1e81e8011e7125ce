import { charity } from '../charity.ts'
import { alert } from '../ui/dialog.tsx'

/** Who may register (rules §2.1). */
export const AGE_NOTICE = `CHAPS events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book. Please email the charity's info address ${charity.email} with your queries.`

/** Resolves after the notice is closed and the field has the focus again. */
export async function showAgeNotice(): Promise<void> {
  const field = document.activeElement
  await alert({ title: 'Age Restriction Notice', text: AGE_NOTICE, tone: 'warn' })
  // After a close by mouse, Chromium restores the focus but not the caret.
  if (field instanceof HTMLInputElement) field.select()
}

export function showAgeError(message: string): Promise<void> {
  return alert({ title: 'Age Restriction Error', text: message, tone: 'warn' })
}

import { charity } from '../../content/charity.ts'
import { alert } from '../ui/dialog.tsx'

/** Who may register, in the specification's words (§8); shown above the date of birth as well. */
export const AGE_NOTICE = `CHAPS events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book. Please email the charity's info address ${charity.email} with your queries.`

/** Opens the age notice; the focus is back in the field when it has been closed. */
export function showAgeNotice(): Promise<void> {
  return alert({ title: 'Age Restriction Notice', text: AGE_NOTICE, tone: 'warn' })
}

/** Opens the dialog that goes with the message beside a date of birth outside 40 to 80. */
export function showAgeError(message: string): Promise<void> {
  return alert({ title: 'Age Restriction Error', text: message, tone: 'warn' })
}

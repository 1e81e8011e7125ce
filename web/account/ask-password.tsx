import { useEffect, useState } from 'react'
import { authClient, currentSession } from '../auth-client.ts'
import { AccountForm } from '../portal/account-form.tsx'
import { Modal } from '../ui/dialog.tsx'
import { readText } from './form-words.ts'
import {
  PresentPassword,
  presentPasswordMissing,
  presentPasswordWrong,
} from './present-password.tsx'

const FIELD = { name: 'present-password' }

/**
 * The question for the present password, in a window over the page, whose fields keep what was typed.
 * `onAnswer` gets true when it was right, false when the member turns away.
 */
export function AskPassword({ onAnswer }: { onAnswer: (isRight: boolean) => void }) {
  const [email, setEmail] = useState('')
  useEffect(() => {
    // Without it a password manager has to be asked; the form works all the same.
    currentSession().then(
      (session) => setEmail(session?.user.email ?? ''),
      () => setEmail(''),
    )
  }, [])
  return (
    <Modal title="Please enter your password" onClose={() => onAnswer(false)}>
      <p>
        You signed in more than ten minutes ago. We ask before this change, in case somebody else
        has found your browser open.
      </p>
      <AccountForm
        label="Continue"
        pendingLabel="Checking..."
        check={(typed) => presentPasswordMissing(typed, FIELD)}
        ask={showPassword}
        toldAtAField={(error) => presentPasswordWrong(error, FIELD)}
        onDone={() => onAnswer(true)}
        onCancel={() => onAnswer(false)}
      >
        {(errorOf) => (
          <>
            {/* For the programs that remember passwords: whose this is. */}
            <input
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            <PresentPassword {...FIELD} error={errorOf(FIELD.name)} />
          </>
        )}
      </AccountForm>
    </Modal>
  )
}

async function showPassword(typed: FormData) {
  const current_password = readText(typed, FIELD.name)
  const { error } = await (await authClient()).updateUser({ current_password })
  return error
}

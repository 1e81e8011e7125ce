import { useEffect, useState } from 'react'
import { authClient, currentSession } from '../auth-client.ts'
import { Modal } from '../ui/dialog.tsx'
import { readText } from '../ui/form-text.ts'
import { AccountForm } from './account-form.tsx'
import {
  CurrentPasswordField,
  currentPasswordMissing,
  currentPasswordWrong,
  HiddenUsername,
} from './current-password.tsx'

const FIELD = { name: 'present-password' }

/** `onAnswer` gets false on cancel. */
export function ConfirmPassword({ onAnswer }: { onAnswer: (isRight: boolean) => void }) {
  const [email, setEmail] = useState('')
  useEffect(() => {
    // Only for password managers.
    currentSession().then(
      (session) => setEmail(session?.user.email ?? ''),
      () => setEmail(''),
    )
  }, [])
  return (
    <Modal title="Please enter your password" onClose={() => onAnswer(false)}>
      <p>
        You signed in more than 10 minutes ago. We ask again before this change, in case somebody
        else is using your device.
      </p>
      <AccountForm
        label="Continue"
        pendingLabel="Checking..."
        check={(typed) => currentPasswordMissing(typed, FIELD)}
        send={checkPassword}
        toFieldError={(error) => currentPasswordWrong(error, FIELD)}
        onDone={() => onAnswer(true)}
        onCancel={() => onAnswer(false)}
      >
        {(errorOf) => (
          <>
            <HiddenUsername email={email} />
            <CurrentPasswordField {...FIELD} error={errorOf(FIELD.name)} />
          </>
        )}
      </AccountForm>
    </Modal>
  )
}

async function checkPassword(typed: FormData) {
  const current_password = readText(typed, FIELD.name)
  const { error } = await (await authClient()).updateUser({ current_password })
  return error
}

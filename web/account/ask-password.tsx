import { createRoot } from 'react-dom/client'
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
 * Asks for the present password in a window over the page, whose fields keep what was typed. True when
 * it was right, false when the member turned away; the focus goes back either way.
 */
export async function askPassword(): Promise<boolean> {
  const session = await currentSession()
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  return new Promise((resolve) => {
    const close = (isRight: boolean) => {
      root.unmount()
      host.remove()
      resolve(isRight)
    }
    root.render(
      <Modal title="Please enter your password" onClose={() => close(false)}>
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
          onDone={() => close(true)}
          onCancel={() => close(false)}
        >
          {(errorOf) => (
            <>
              {/* For the programs that remember passwords: whose this is. */}
              <input
                type="email"
                name="email"
                autoComplete="username"
                value={session?.user.email ?? ''}
                readOnly
                hidden
              />
              <PresentPassword {...FIELD} error={errorOf(FIELD.name)} />
            </>
          )}
        </AccountForm>
      </Modal>,
    )
  })
}

async function showPassword(typed: FormData) {
  const current_password = readText(typed, FIELD.name)
  const { error } = await (await authClient()).updateUser({ current_password })
  return error
}

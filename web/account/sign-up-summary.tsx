import type { AccountLink } from '../../domain/link-owner.ts'
import styles from './account.module.css'
import { createdText } from './pending-sign-up.ts'

export function SignUpSummary({ signUp }: { signUp: AccountLink }) {
  const { first_name: first, last_name: last, signed_up_at: at, asks } = signUp
  return (
    <div className={styles.intro}>
      {at ? (
        <p>
          You are confirming{' '}
          {first ? (
            <>
              the account of{' '}
              <b>
                {first} {last}
              </b>
              ,
            </>
          ) : (
            'an account'
          )}{' '}
          created {createdText(at, new Date())}.
        </p>
      ) : (
        asks === 'nothing' && <p>One press and your account is ready to use.</p>
      )}
      {asksPassword(signUp) && (
        <p>To check that this account is yours, enter the password you chose when you signed up.</p>
      )}
      {asks === 'provider' && (
        <p>It was created by signing in with another service. Confirm it only if that was you.</p>
      )}
    </div>
  )
}

export function asksPassword({ asks }: AccountLink): boolean {
  return asks === 'password' || asks === 'password_afterwards'
}

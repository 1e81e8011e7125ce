import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deviceText } from '../../domain/device-text.ts'
import type { SignIn } from '../../domain/my-data.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { authClient } from '../auth-client.ts'
import { signOut } from '../session.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { authErrorText, unexpected } from '../ui/form-text.ts'
import { toast } from '../ui/toast.tsx'
import styles from './portal.module.css'
import { PortalSection } from './portal-section.tsx'
import { useShowAll } from './use-show-all.tsx'

const FIRST = 5

export function SignIns({ signIns }: { signIns: SignIn[] }) {
  const [pending, setPending] = useState<'others' | 'all' | null>(null)
  const revalidator = useRevalidator()
  const { shown, more } = useShowAll(
    [...signIns].sort((one, other) => Number(other.is_this) - Number(one.is_this)),
    FIRST,
  )

  async function endOthers() {
    setPending('others')
    const problem = await signOutOthers()
    if (problem === null) await revalidator.revalidate()
    toast(
      problem
        ? { text: problem, tone: 'error' }
        : { text: 'You have been signed out everywhere else.', tone: 'success' },
    )
    setPending(null)
  }

  async function endAll() {
    setPending('all')
    await signOut({ scope: 'global' })
  }

  return (
    <PortalSection title="Devices where you are signed in">
      <p>If you do not recognise one of these, sign out everywhere and change your password.</p>
      <ul className={styles.list}>
        {shown.map(({ since, last_used_at: used, address, device, is_this: isThis }) => (
          <li key={`${since} ${address} ${device}`}>
            <b>
              {deviceText(device)}
              {isThis && ' (this device)'}
            </b>
            <span className="num">{address ?? 'Address not known'}</span>
            <span>Last used at {momentInWords(new Date(used ?? since))}</span>
          </li>
        ))}
      </ul>
      {more}
      <div className={styles.actions}>
        <Buttons>
          {signIns.length > 1 && (
            <Button kind="quiet" pending={pending === 'others'} onClick={endOthers}>
              Sign out everywhere else
            </Button>
          )}
          <Button kind="quiet" pending={pending === 'all'} onClick={endAll}>
            Sign out everywhere
          </Button>
        </Buttons>
      </div>
    </PortalSection>
  )
}

async function signOutOthers(): Promise<string | null> {
  try {
    const { error } = await (await authClient()).signOut({ scope: 'others' })
    return error && authErrorText(error)
  } catch {
    return unexpected()
  }
}

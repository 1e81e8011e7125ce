import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { NeedsScript } from '../booking/needs-script.tsx'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { forgetMember, requireMember } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import type { Route } from './+types/portal.ts'
import { EditProfile } from './edit-profile.tsx'
import styles from './portal.module.css'
import { PortalPage } from './portal-page.tsx'
import { ProfileFacts } from './profile-facts.tsx'

export function meta() {
  return [{ title: `Profile – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireMember({ request })
}

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Loading user data...</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

/** The member's profile, to read and to edit (spec §2, §4 'Profile panel'). */
export default function Portal({ loaderData: member }: Route.ComponentProps) {
  const [isEditing, setEditing] = useState(false)
  const heading = useFocusOnChange(isEditing)
  const revalidator = useRevalidator()

  async function showSaved() {
    toast({ text: 'Your profile has been saved.', tone: 'success' })
    // Asked for anew, so that he reads what is kept and not what he typed.
    forgetMember()
    await revalidator.revalidate()
    setEditing(false)
  }

  return (
    <PortalPage title="Profile" member={member}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {isEditing ? 'Edit your details' : 'Your details'}
        </h2>
        {!isEditing && (
          <Button kind="quiet" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {isEditing ? (
        <EditProfile member={member} onSaved={showSaved} onCancel={() => setEditing(false)} />
      ) : (
        <ProfileFacts member={member} />
      )}
    </PortalPage>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Profile" what="your profile" />
}

/** The heading that takes the focus when one way of showing the profile replaces the other. */
function useFocusOnChange(isEditing: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(isEditing)
  useEffect(() => {
    if (shown.current === isEditing) return
    shown.current = isEditing
    heading.current?.focus()
  }, [isEditing])
  return heading
}

import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { clearMember, requireMember } from '../session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import type { Route } from './+types/portal.ts'
import { CheckedDetails } from './checked-details.tsx'
import { ContactSection } from './contact-section.tsx'
import { EditProfile } from './edit-profile.tsx'
import { EmailSection } from './email-section.tsx'
import { EraseMyData } from './erase-my-data.tsx'
import { LoadingPortal } from './loading-portal.tsx'
import { PasswordSection } from './password-section.tsx'
import styles from './portal.module.css'
import { PortalPage } from './portal-page.tsx'
import { PortalSection } from './portal-section.tsx'
import {
  readContact,
  readErasure,
  readPhone,
  readSignIns,
  readTwoStep,
  readViews,
} from './profile-data.ts'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileIndex } from './profile-index.tsx'
import { ResultViews } from './result-views.tsx'
import { SignIns } from './sign-ins.tsx'
import { TwoStepSection } from './two-step-section.tsx'

export function meta() {
  return [{ title: `Profile – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const member = await requireMember({ request })
  const [views, erasure, signIns, stored, twoStep, phone] = await Promise.all([
    readViews(),
    readErasure(),
    readSignIns(),
    readContact(),
    readTwoStep(),
    readPhone(),
  ])
  return { member, views, erasure, signIns, stored, twoStep, phone }
}

export function HydrateFallback() {
  return <LoadingPortal>Loading user data...</LoadingPortal>
}

export default function Portal({ loaderData }: Route.ComponentProps) {
  const { member, views, erasure, signIns, stored, twoStep, phone } = loaderData
  const [isEditing, setEditing] = useState(false)
  const heading = useFocusOnChange(isEditing)
  const revalidator = useRevalidator()

  async function showSaved() {
    toast({ text: 'Your profile has been saved.', tone: 'success' })
    // Shows the stored values, not the typed ones.
    clearMember()
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
        <>
          {stored?.being_checked && <CheckedDetails checked={stored.being_checked} />}
          <ProfileFacts member={member} />
          <ProfileIndex />
          <div className={styles.sections}>
            {stored && (
              <ContactSection
                contact={stored.contact}
                phone={phone}
                email={member.email}
                onSaved={showSaved}
                onConfirmed={() => revalidator.revalidate()}
              />
            )}
            <PasswordSection email={member.email} isStaff={twoStep?.isDemanded === true} />
            <EmailSection email={member.email} />
            {twoStep && <TwoStepSection twoStep={twoStep} />}
            {signIns && <SignIns signIns={signIns} />}
            <PortalSection title="Consents">
              <p>See what you have consented to. You can withdraw a consent at any time.</p>
              <p>
                <ButtonLink kind="quiet" to="/portal/consents">
                  See and withdraw my consents
                </ButtonLink>
              </p>
            </PortalSection>
            <PortalSection title="Payments and receipts">
              <p>See what you have paid us, and download a receipt for each payment.</p>
              <p>
                <ButtonLink kind="quiet" to="/portal/payments">
                  See my payments and receipts
                </ButtonLink>
              </p>
            </PortalSection>
            <PortalSection title="A letter with a code">
              <p>
                If you came to one of our events before you had this account, use the code from our
                letter to add that record.
              </p>
              <p>
                <ButtonLink kind="quiet" to="/portal/letter">
                  Enter the code from our letter
                </ButtonLink>
              </p>
            </PortalSection>
            <PortalSection title="All my data">
              <p>
                See everything we hold about you on one page: your profile, consent forms,
                appointments, payments and results. You can print it, or download it as a file.
              </p>
              <p>
                <ButtonLink kind="quiet" to="/portal/my-data">
                  See and download all my data
                </ButtonLink>
              </p>
            </PortalSection>
            <ResultViews views={views} />
            <EraseMyData erasure={erasure} />
          </div>
        </>
      )}
    </PortalPage>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Profile" what="your profile" />
}

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

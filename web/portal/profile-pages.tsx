// Parts of the profile as pages of their own, which a phone shows instead of one long page.
import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ContactChoices } from '../../domain/contact-schemas.ts'
import type { UserProfile } from '../../domain/contract.ts'
import type { MyPhone } from '../../domain/my-phone.ts'
import { clearMember, requireMember } from '../session.ts'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { ContactSection } from './contact-section.tsx'
import { EmailSection } from './email-section.tsx'
import { EraseMyData } from './erase-my-data.tsx'
import { PasswordSection } from './password-section.tsx'
import styles from './portal.module.css'
import { PortalPage } from './portal-page.tsx'
import {
  readContact,
  readErasure,
  readPhone,
  readSignIns,
  readTwoStep,
  readViews,
} from './profile-data.ts'
import { PROFILE_PAGES } from './profile-index.tsx'
import { ResultViews } from './result-views.tsx'
import { SignIns } from './sign-ins.tsx'
import { TwoStepSection } from './two-step-section.tsx'

export type ProfilePart = keyof typeof OPEN

export async function openProfilePart(part: ProfilePart, request: Request) {
  const member = await requireMember({ request })
  return (
    <ProfilePage title={PROFILE_PAGES[part]} member={member}>
      {await OPEN[part](member)}
    </ProfilePage>
  )
}

const OPEN = {
  contact: async ({ email }: UserProfile) => {
    const [stored, phone] = await Promise.all([readContact(), readPhone()])
    if (!stored) return <NotLoaded />
    return <Contact contact={stored.contact} phone={phone} email={email} />
  },
  'sign-in': async ({ email }: UserProfile) => {
    const twoStep = await readTwoStep()
    return (
      <>
        <PasswordSection email={email} isStaff={twoStep?.isDemanded === true} />
        <EmailSection email={email} />
        {twoStep && <TwoStepSection twoStep={twoStep} />}
      </>
    )
  },
  devices: async () => {
    const signIns = await readSignIns()
    return signIns ? <SignIns signIns={signIns} /> : <NotLoaded />
  },
  viewers: async () => <ResultViews views={await readViews()} />,
  erase: async () => <EraseMyData erasure={await readErasure()} />,
}

type PageProps = { title: string; member: UserProfile; children: ReactNode }

function ProfilePage({ title, member, children }: PageProps) {
  return (
    <PortalPage title={title} member={member}>
      <p className={styles.back}>
        <Link to="/portal">
          <Icon name="arrow-left" /> All of your profile
        </Link>
      </p>
      {children}
    </PortalPage>
  )
}

type ContactProps = { contact: ContactChoices; phone: MyPhone | null; email: string }

function Contact({ contact, phone, email }: ContactProps) {
  const { revalidate } = useRevalidator()
  async function showSaved() {
    toast({ text: 'Your profile has been saved.', tone: 'success' })
    clearMember()
    await revalidate()
  }
  return (
    <ContactSection
      contact={contact}
      phone={phone}
      email={email}
      onSaved={showSaved}
      onConfirmed={revalidate}
    />
  )
}

function NotLoaded() {
  return <p>We could not load this. Please try again in a moment.</p>
}

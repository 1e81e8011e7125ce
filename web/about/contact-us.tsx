import { DATA_COMPLAINT, isDataComplaint } from '../../domain/contact.ts'
import { pageMeta } from '../page-meta.ts'
import { ContentTitle } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { PLACEHOLDERS } from '../placeholders.ts'
import { Wrap } from '../ui/layout.tsx'
import type { Route } from './+types/contact-us.ts'
import styles from './contact.module.css'
import { Contact } from './contact.tsx'
import { filledForm } from './filled-form.ts'

export function loader({ url, context }: Route.LoaderArgs) {
  const filled = context.get(filledForm)
  return {
    page: contentPage('/contact-us'),
    form: {
      sendTo: PLACEHOLDERS.contactForm,
      filled,
      isSent: url.searchParams.has('sent'),
      isDataComplaint: filled
        ? isDataComplaint(filled.values)
        : url.searchParams.get('about') === DATA_COMPLAINT,
    },
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { page, form } = loaderData
  const hasErrors = (form.filled?.errors.length ?? 0) > 0
  return pageMeta(hasErrors ? { ...page, title: `Error: ${page.title}` } : page)
}

export default function ContactUs({ loaderData }: Route.ComponentProps) {
  const { page, form } = loaderData
  return (
    <>
      <Wrap>
        <ContentTitle
          page={page}
          lede="Write to us here, call us or send a letter. Whichever you choose, a real person will answer."
        />
      </Wrap>
      <div className={styles.first}>
        <Contact
          // The two forms are one address: moving between them starts a new form.
          key={String(form.isDataComplaint)}
          title={form.isDataComplaint ? 'Complain about how we use your data' : 'Write to us'}
          form={form}
        />
      </div>
    </>
  )
}

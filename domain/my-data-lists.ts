// Separate from my-data.ts so that its page loads no schema code.

/** The lists after the profile, in order, with their headings. */
export const MY_DATA_LISTS = [
  ['profile_changes', 'Changes to your profile'],
  ['identity_changes', 'Changes of your name, gender, date of birth or NHS number'],
  ['identity_reviews', 'Checks of these details'],
  ['appointments', 'Appointments'],
  ['held_places', 'Times held for you'],
  ['waiting_list', 'Waiting list'],
  ['private_events', 'Private events opened with an access code'],
  ['consents', 'Consent forms'],
  ['consent_links', 'Links to a consent form'],
  ['results', 'Results'],
  ['who_looked', 'Who has looked at your results'],
  ['payments', 'Payments'],
  ['refunds', 'Refunds'],
  ['money_moved', 'Money that moved'],
  ['payment_reports', 'Reports of payments'],
  ['newsletter', 'Newsletter'],
  ['messages', 'Messages from the contact form'],
  ['sign_ins', 'Where you are signed in'],
  ['identities', 'Ways in which you sign in'],
  ['second_factors', 'Two-step verification'],
  ['second_steps', 'Codes of two-step verification you were asked for'],
  ['recovery_codes', 'Recovery codes'],
  ['account_links', 'Links and codes sent to you and not used'],
  ['account_log', 'What happened to your account'],
  ['notices', 'Reminders and other notices we sent you'],
  ['mails_waiting', 'Mails to you that have not been sent'],
  ['erasure_requests', 'Requests to erase your data'],
  ['what_was_done', 'What was done, and by whom'],
] as const
export type MyDataList = (typeof MY_DATA_LISTS)[number][0]

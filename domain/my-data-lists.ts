// Apart from the shapes, so that the page that shows them loads no schema code.

/** The parts of his data after the profile, in order, each a list. */
export const MY_DATA_LISTS = [
  ['profile_changes', 'Changes to your profile'],
  ['identity_changes', 'Changes of your name, gender, date of birth or NHS number'],
  ['identity_reviews', 'Checks of these details'],
  ['appointments', 'Appointments'],
  ['held_places', 'Times held for you'],
  ['waiting_list', 'Waiting list'],
  ['private_events', 'Private events opened with an access code'],
  ['consents', 'Consent forms'],
  ['results', 'Results'],
  ['who_looked', 'Who has looked at your results'],
  ['payments', 'Payments'],
  ['refunds', 'Refunds'],
  ['money_moved', 'Money that moved'],
  ['payment_reports', 'Reports of payments'],
  ['newsletter', 'Newsletter'],
  ['messages', 'Messages from the contact form'],
  ['sign_ins', 'Where you are signed in'],
  ['notices', 'Reminders and other notices we sent you'],
  ['erasure_requests', 'Requests to erase your data'],
  ['what_was_done', 'What was done, and by whom'],
] as const
export type MyDataList = (typeof MY_DATA_LISTS)[number][0]

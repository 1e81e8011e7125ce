// Invented people: the specification gives none. SAMPLE_PEOPLE in charity.ts says so on the page.

export type Person = { name: string; title: string }

export const TEAM: readonly Person[] = [
  { name: 'Helen Ashdown', title: 'Chief Executive' },
  { name: 'Samuel Birch', title: 'Clinical Lead' },
  { name: 'Tom Calloway', title: 'Head of Screening Events' },
  { name: 'Nisha Dunmore', title: 'Finance and Data Protection Manager' },
]

export const TRUSTEES: readonly Person[] = [
  { name: 'Peter Eastgate', title: 'Chair of Trustees' },
  { name: 'Ruth Fairweather', title: 'Treasurer' },
  { name: 'Leroy Garrick', title: 'Trustee, community events' },
  { name: 'Anne Hollis', title: 'Trustee, law and governance' },
  { name: 'Rajesh Ingram', title: 'Trustee, employers' },
  { name: 'Mary Jessop', title: 'Trustee, safeguarding' },
  { name: 'Mr Alan Kestrel', title: 'Adviser, consultant urology' },
  { name: 'Dr Fiona Lorimer', title: 'Adviser, general practice' },
  { name: 'Dr Kwame Marlow', title: 'Adviser, laboratory medicine' },
  { name: 'Joyce Norbury', title: 'Adviser, specialist nursing' },
  { name: 'Dr Imran Oakham', title: 'Adviser, radiology' },
  { name: 'Brian Pemberton', title: 'Adviser, men with prostate cancer' },
]

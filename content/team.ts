// Sample names: the specification gives none.

export type Person = { name: string; title: string }

export const TEAM: readonly Person[] = [
  { name: 'Sample Ashdown', title: 'Chief Executive' },
  { name: 'Sample Birch', title: 'Clinical Lead' },
  { name: 'Sample Calloway', title: 'Head of Screening Events' },
  { name: 'Sample Dunmore', title: 'Finance and Data Protection Manager' },
]

export const TRUSTEES: readonly Person[] = [
  { name: 'Sample Eastgate', title: 'Chair of Trustees' },
  { name: 'Sample Fairweather', title: 'Treasurer' },
  { name: 'Sample Garrick', title: 'Trustee, community events' },
  { name: 'Sample Hollis', title: 'Trustee, law and governance' },
  { name: 'Sample Ingram', title: 'Trustee, employers' },
  { name: 'Sample Jessop', title: 'Trustee, safeguarding' },
  { name: 'Sample Kestrel', title: 'Adviser, consultant urology' },
  { name: 'Sample Lorimer', title: 'Adviser, general practice' },
  { name: 'Sample Marlow', title: 'Adviser, laboratory medicine' },
  { name: 'Sample Norbury', title: 'Adviser, specialist nursing' },
  { name: 'Sample Oakham', title: 'Adviser, radiology' },
  { name: 'Sample Pemberton', title: 'Adviser, men with prostate cancer' },
]

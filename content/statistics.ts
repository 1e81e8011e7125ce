// What the charity claims about its own events (spec §1). What is computed from these is computed
// where it is shown.

/** Counts of one year. `claimedAbnormal` is the share as the charity published it. */
export const YEAR_2023 = {
  tests: 2397,
  abnormal: 168,
  claimedAbnormal: '7.15%',
  cancers: 26,
  treatedRadically: 20,
  underSurveillance: 6,
} as const

export const YEAR_2024 = { men: 3497, events: 40 } as const

/** Of the first screening that a man has with the charity, over all years. */
export const FIRST_SCREENINGS = { abnormal: 'about 8%', followUp: 'within 6 months' } as const

/** How many men one dot of a drawing stands for: 2,397 are a hundred dots to a hair. */
export const MEN_PER_DOT = 24

/** Reports by others (spec §2, Information hub: two external reports). */
export const REPORTS = [
  {
    title: 'UK National Screening Committee: prostate cancer',
    about: 'Why the committee does not recommend mass PSA screening, with the reviews behind it.',
    address: 'https://view-health-screening-recommendations.service.gov.uk/prostate-cancer/',
  },
  {
    title: 'National Prostate Cancer Audit: reports',
    about: 'What becomes of men diagnosed in England and Wales, hospital by hospital.',
    address: 'https://www.npca.org.uk/reports/',
  },
] as const

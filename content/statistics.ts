// The charity's figures of its own events.

/** `claimedAbnormal` is the share as the charity published it. */
export const YEAR_2023 = {
  tests: 2397,
  abnormal: 168,
  claimedAbnormal: '7.15%',
  cancers: 26,
  treatedRadically: 20,
  underSurveillance: 6,
} as const

export const YEAR_2024 = { men: 3497, events: 40 } as const

/** First screening of a member with the charity, over all years. */
export const FIRST_SCREENINGS = { abnormal: 'about 8%', followUp: 'within 6 months' } as const

/** Men per dot of a drawing: 2,397 men are a hundred dots. */
export const MEN_PER_DOT = 24

export const REPORTS = [
  {
    title: 'UK National Screening Committee: prostate cancer',
    about: 'Why the committee does not recommend mass PSA screening, with the reviews behind it.',
    address: 'https://view-health-screening-recommendations.service.gov.uk/prostate-cancer/',
  },
  {
    title: 'National Prostate Cancer Audit: reports',
    about: 'What happens to men diagnosed in England and Wales, hospital by hospital.',
    address: 'https://www.npca.org.uk/reports/',
  },
] as const

export type ContentPage = {
  /** Path without a trailing slash. */
  path: string
  title: string
  /** One sentence, used as meta description and below the title. */
  description: string
  /** Rendered per request because of its query parameters; other pages are prerendered. */
  live?: true
}

/** Pages of fixed content; all are in the sitemap. */
export const CONTENT_PAGES: readonly ContentPage[] = [
  {
    path: '/about-us',
    title: 'About us',
    description: 'Who we are, who runs the charity and who supports us.',
  },
  {
    path: '/about-us/research',
    title: 'Research',
    description: 'A summary of what research says about finding prostate cancer early.',
  },
  {
    path: '/support-us',
    title: 'Support us',
    description: 'How a pledge of £100 helps men to be tested.',
  },
  {
    path: '/information-hub',
    title: 'Information hub',
    description: 'Articles, research and further advice about men’s health.',
  },
  {
    path: '/information-hub/prostate-diseases-and-prostate-cancer',
    title: 'Prostate diseases and prostate cancer',
    description:
      'What the prostate does, what can go wrong with it and what a PSA test can tell you.',
  },
  {
    path: '/information-hub/mens-health',
    title: 'Men’s health',
    description: 'The health checks that matter for men, and when to ask for them.',
  },
  {
    path: '/information-hub/health-workplace',
    title: 'Health in the workplace',
    description: 'How employers can bring health checks to the people who work for them.',
  },
  {
    path: '/information-hub/statistics',
    title: 'Statistics',
    description: 'What the charity’s screening events found in 2023 and 2024.',
    live: true,
  },
  {
    path: '/information-hub/elderly-psa-testing',
    title: 'PSA testing for men over 80',
    description: 'Why we do not screen men over 80, and who to ask instead.',
  },
  {
    path: '/information-hub/for-wives-partners-and-daughters',
    title: 'For wives, partners and daughters',
    description: 'How to talk to him about a PSA test, and how to help him book one.',
  },
  {
    path: '/information-hub/questions-and-answers',
    title: 'Questions and answers',
    description: 'What men ask before a PSA test: cost, time, results and what they mean.',
  },
  {
    path: '/before-you-book',
    title: 'Three questions before you book',
    description:
      'Find out whether to see your GP first, and what a PSA test can and cannot tell you.',
  },
  {
    path: '/events',
    title: 'Events',
    description:
      'Screening events for communities, lodges and employers, and requests for speakers.',
  },
  {
    path: '/events/corporate-screening',
    title: 'Corporate screening',
    description: 'PSA screening in the workplace, for 40 or more employees per session.',
  },
  {
    path: '/events/community-screening',
    title: 'Community screening',
    description: 'PSA screening in community halls and clubs.',
  },
  {
    path: '/events/seminar-talks',
    title: 'Seminar talks',
    description: 'Talks about men’s health for employers, clubs and community groups.',
  },
  {
    path: '/events/host-a-day',
    title: 'Host a day',
    description: 'Ask us to hold a screening event in your hall, lodge, club or workplace.',
    live: true,
  },
  {
    path: '/chaps-screening-event',
    title: 'What happens at a screening event',
    description: 'What to bring, what happens on the day and when results come.',
  },
  {
    path: '/news',
    title: 'News',
    description: 'News from the charity and its screening events.',
    live: true,
  },
  {
    path: '/news/patient-journey',
    title: 'Patient journey',
    description: 'Three stories of what being tested can mean for a man.',
    live: true,
  },
  {
    path: '/news/patient-journey/graham',
    title: 'Graham and the slow cancer',
    description:
      'A raised result, a second test, and a cancer that is watched rather than treated.',
  },
  {
    path: '/news/patient-journey/delroy',
    title: 'Delroy and his family',
    description: 'His father and his uncle had prostate cancer. At 46 he took a test at work.',
  },
  {
    path: '/news/patient-journey/martin',
    title: 'Martin puts out the chairs',
    description: 'For four years he helped at his lodge’s session. In the fifth he took the test.',
  },
  {
    path: '/refund-policy',
    title: 'Refund policy',
    description: 'When and how we refund what you paid for a screening event.',
  },
  {
    path: '/terms',
    title: 'Terms and conditions',
    description: 'What you and the charity agree to when you book a PSA test.',
  },
  {
    path: '/privacy-policy',
    title: 'Privacy policy',
    description: 'What we know about you, why we need it and what your rights are.',
  },
  {
    path: '/world-cancer-day-poster',
    title: 'World Cancer Day poster',
    description: 'The charity’s poster for World Cancer Day, 4 February.',
  },
  {
    path: '/contact-us',
    title: 'Contact us',
    description: 'How to contact us about a medical question, an event or anything else.',
    live: true,
  },
  {
    path: '/cookies',
    title: 'Cookies',
    description: 'Which cookies this site sets and what each one is for.',
  },
  {
    path: '/accessibility',
    title: 'Accessibility',
    description: 'How this site is made to work for everyone, and how to tell us when it does not.',
  },
]

/** With or without a trailing slash. */
export function findContentPage(pathname: string): ContentPage | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1')
  return CONTENT_PAGES.find((page) => page.path === path)
}

export function contentPaths(): string[] {
  return CONTENT_PAGES.filter(({ live }) => !live).map(({ path }) => path)
}

// Real organisations; a phone number is listed only when a second source confirms it.

type Resource = {
  icon:
    | 'chat-circle-dots'
    | 'flower'
    | 'gender-male'
    | 'hand-heart'
    | 'house-line'
    | 'microscope'
    | 'stethoscope'
    | 'users-three'
  title: string
  help: string
  website?: string
  phone?: string
}

export const RESOURCES: readonly Resource[] = [
  {
    icon: 'stethoscope',
    title: 'Prostate Cancer UK',
    help: 'Specialist nurses for any question about the prostate',
    website: 'https://prostatecanceruk.org/',
    phone: '0800 074 8383',
  },
  {
    icon: 'flower',
    title: 'Orchid',
    help: 'Prostate, testicular and penile cancer',
    website: 'https://orchid-cancer.org.uk/',
    phone: '0808 802 0010',
  },
  {
    icon: 'hand-heart',
    title: 'Macmillan Cancer Support',
    help: 'Living with cancer: treatment, money, work',
    website: 'https://www.macmillan.org.uk/',
    phone: '0808 808 00 00',
  },
  {
    icon: 'users-three',
    title: 'Tackle Prostate Cancer',
    help: 'Local groups of men who have been through it',
    website: 'https://tackleprostate.org/',
  },
  {
    icon: 'house-line',
    title: 'Maggie’s',
    help: 'Centres to drop in to, for you and your family',
    website: 'https://www.maggies.org/',
  },
  {
    icon: 'microscope',
    title: 'Cancer Research UK',
    help: 'Every kind of cancer, tests and trials explained',
    website: 'https://www.cancerresearchuk.org/',
  },
  {
    icon: 'gender-male',
    title: 'Men’s Health Forum',
    help: 'Plain guides to men’s health',
    website: 'https://www.menshealthforum.org.uk/',
  },
  {
    icon: 'chat-circle-dots',
    title: 'Samaritans',
    help: 'Someone to talk to, at any hour of any day',
    website: 'https://www.samaritans.org/',
    phone: '116 123',
  },
]

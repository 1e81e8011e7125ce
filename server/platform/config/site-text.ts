/** Words of the charity that an attacker tries first as a password. */
export const SITE_WORDS = [
  ...['chaps', 'charity', 'mens health', 'men', 'prostate', 'psa', 'psatest', 'bloodtest', 'blood'],
  ...['cancer', 'screening', 'screen', 'urology', 'bladder', 'testicular', 'gleason', 'biopsy'],
  ...[
    'health',
    'nhs',
    'clinic',
    'results',
    'appointment',
    'booking',
    'event',
    'lodge',
    'freemason',
  ],
  ...['masonic', 'movember', 'awareness', 'volunteer', 'donate', 'portal', 'member'],
]

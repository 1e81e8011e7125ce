import { charityAsItCame } from '../../charity/chaps/facts.ts'
import { LIMITS } from '../../charity/chaps/limits.ts'
import type { Settings } from '../../server/deps.ts'

export const testSettings: Settings = {
  publicUrl: 'http://localhost:3000',
  production: false,
  demo: true,
  // Races exceed the production rate limits.
  rateLimitScale: 1_000_000,
  tileUrl: '',
  tileAttribution: '',
  cards: {
    sdkUrl: 'http://127.0.0.1:1/sdk/js',
    clientId: 'local',
    standIn: true,
    hasPayPalButton: false,
  },
  officeEmail: 'office@example.org',
  forms: { project: 'charity', contactId: 'contact' },
  newsUrl: 'https://example.org/news',
  sendsSms: true,
  mailboxUrl: '',
  logLevel: 'silent',
}

/** As they came with the program. */
export const testLimits = LIMITS

/** As it came with the program. */
export const testCharity = charityAsItCame({
  donate: 'https://example.org/donate?for=men&of=40',
  supporter: 'https://example.org/become-a-supporter',
})

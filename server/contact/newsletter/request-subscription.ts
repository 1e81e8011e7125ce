import type { Subscription } from '../../../domain/contract.ts'
import { normaliseEmail } from '../../../domain/email-address.ts'
import { whyNotSubscribe } from '../../../domain/newsletter.ts'
import { visibleName } from '../../../domain/person-name.ts'
import type { Deps } from '../../deps.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { Refused } from '../../platform/http/refused.ts'
import { requestOptIn } from './double-opt-in.ts'
import { NEWSLETTER } from './opt-in.ts'

/**
 * New and known addresses get the same response. Throws Refused: name_and_email_required,
 * email_address_invalid, invalid_request, too_many_requests.
 */
export async function requestSubscription(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>,
  { params, address }: { params: Subscription; address: string },
): Promise<void> {
  const name = visibleName(params.name)
  const email = normaliseEmail(plainText(params.email))
  const reason = whyNotSubscribe({ name, email })
  if (reason) throw new Refused(reason)
  const columns = { name, email, hearAboutEvent: params.hear_about_event ?? false }
  await requestOptIn(deps, NEWSLETTER, { columns, address })
}

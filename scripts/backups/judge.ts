// Whether the backups would restore everything that was acknowledged.
import { looksRandom } from '../../auth/tokens/looks-random.ts'
import type { Repository } from './pgbackrest.ts'
import type { ServerFacts } from './running-server.ts'

export type Finding = { isGood: boolean; words: string }

/** A day, and two hours for the backup itself. */
const MAX_AGE_HOURS = 26
const MIN_LETTERS = 32
const PLACEHOLDER =
  /change.?me|placeholder|example|password|passphrase|secret|your.?key|[<>*]{1}|x{6}|\.{3}/i
const SAFE_COMMITS = ['on', 'remote_apply']

export function judgeRepository({ backup, status, cipher }: Repository, now: Date): Finding[] {
  const last = backup.at(-1)
  const hours = last ? (now.getTime() / 1000 - last.timestamp.stop) / 3600 : null
  return [
    { isGood: status.code === 0, words: `The repository is ${status.message}.` },
    cipher && cipher !== 'none'
      ? good(`The repository is encrypted (${cipher}).`)
      : bad('The repository is not encrypted: set repo1-cipher-type and repo1-cipher-pass.'),
    hours === null
      ? bad('There is no backup yet: npm run ops -- backup full.')
      : hours <= MAX_AGE_HOURS
        ? good(`The last backup is ${hours.toFixed(1)} hours old.`)
        : bad(`The last backup is ${Math.round(hours)} hours old: at most ${MAX_AGE_HOURS}.`),
    ...(backup.some(({ error }) => error) ? [bad('A backup has damaged pages.')] : []),
  ]
}

/** A passphrase that everybody knows encrypts nothing. */
export function judgePassphrase(passphrase: string | null): Finding {
  if (passphrase === null) return bad('The repository has no passphrase: set repo1-cipher-pass.')
  const isPlaceholder = PLACEHOLDER.test(passphrase)
  return isPlaceholder || passphrase.length < MIN_LETTERS || !looksRandom(Buffer.from(passphrase))
    ? bad(
        'The passphrase of the repository is a placeholder, too short or not random: set repo1-cipher-pass to the output of openssl rand -base64 48, and make the repository anew.',
      )
    : good('The passphrase of the repository is long and looks random.')
}

export function judgeServer(facts: ServerFacts): Finding[] {
  const { synchronousCommit, synchronousNames, waitedFor } = facts
  return [
    facts.archiveMode !== 'off'
      ? good('The log is archived.')
      : bad('The log is not archived: archive_mode is off.'),
    SAFE_COMMITS.includes(synchronousCommit)
      ? good(`A COMMIT waits for the log (synchronous_commit ${synchronousCommit}).`)
      : bad(`A COMMIT does not wait for the log: synchronous_commit is ${synchronousCommit}.`),
    synchronousNames === ''
      ? bad(
          'A COMMIT waits for no second copy of the log: a lost disk loses the bookings that are not archived yet. Set synchronous_standby_names.',
        )
      : waitedFor.length > 0
        ? good(`A COMMIT waits for a second copy of the log: ${waitedFor.join(', ')}.`)
        : bad(`None of ${synchronousNames} is connected, and each COMMIT waits: start it.`),
  ]
}

function good(text: string): Finding {
  return { isGood: true, words: text }
}

function bad(text: string): Finding {
  return { isGood: false, words: text }
}

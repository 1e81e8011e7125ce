/** A migration's file and the SHA-256 of its text; null where a database did not keep it. */
export type PublishedMigration = { name: string; hash: string | null }

/** The last commit whose files were the former migrations, one by one. */
const LAST_OF_FORMER = '6b07aa7'

/**
 * Whether a database ran all migrations that a baseline replaces; false when it ran none of them.
 * Throws Error, with what to do, when it ran some of them or one of another text.
 */
export function ranFormerHistory(
  applied: PublishedMigration[],
  former: PublishedMigration[],
): boolean {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]))
  const ran = former.filter(({ name }) => hashes.has(name))
  if (ran.length === 0) return false
  const edited = ran.find(({ name, hash }) => hashes.get(name) !== hash)
  if (edited)
    throw new Error(
      `This database ran another text of the former migration ${edited.name} than the published one. Restore a backup of a published version (docs/upgrade.md, Migrations).`,
    )
  const missing = former.find(({ name }) => !hashes.has(name))
  if (missing)
    throw new Error(
      `This database lacks the former migration ${missing.name}, which this version no longer has. Start commit ${LAST_OF_FORMER} on it once, or run its scripts/migrate.ts, then this version (docs/upgrade.md, Migrations).`,
    )
  return true
}

/** Of lines as `sha256sum` writes them. */
export function parseHashes(text: string): { name: string; hash: string }[] {
  return Array.from(text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm), ([, hash = '', name = '']) => ({
    name,
    hash,
  }))
}

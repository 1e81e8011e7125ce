import { eq, sql } from 'drizzle-orm'
import type { MailTextKind } from '../../../domain/mail-texts.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { mailTexts } from '../../platform/db/schema.ts'

/** The charity's own words in mails of this kind; null for none. */
export async function findMailText(q: Queryable, kind: MailTextKind): Promise<string | null> {
  const [row] = await q
    .select({ text: mailTexts.text })
    .from(mailTexts)
    .where(eq(mailTexts.kind, kind))
  return row?.text || null
}

export function listMailTexts(q: Queryable) {
  return q.select().from(mailTexts)
}

export async function lockMailText(q: Queryable, kind: MailTextKind) {
  const [row] = await q.select().from(mailTexts).where(eq(mailTexts.kind, kind)).for('update')
  return row ?? null
}

/** The new version; null when another first text of this kind was saved meanwhile. */
export async function saveMailText(
  q: Queryable,
  { kind, isFirst, ...values }: { kind: MailTextKind; isFirst: boolean } & Typed,
): Promise<number | null> {
  const written = { version: mailTexts.version }
  const rows = isFirst
    ? await q
        .insert(mailTexts)
        .values({ kind, ...values })
        .onConflictDoNothing()
        .returning(written)
    : await q
        .update(mailTexts)
        .set({ ...values, version: sql`${mailTexts.version} + 1` })
        .where(eq(mailTexts.kind, kind))
        .returning(written)
  return rows[0]?.version ?? null
}

type Typed = { text: string; changedBy: number }

-- A number that staff took stays usable (decision 0067): of members without an account, and of members with one
-- whose number was last written by staff. A number that the member typed, or that a merge chose, waits for its code.
UPDATE "members" m SET "proven_phone" = m."phone"
WHERE m."proven_phone" IS NULL AND m."phone" <> '' AND m."erased_at" IS NULL AND (
  m."user_id" IS NULL
  OR (
    NOT EXISTS (SELECT 1 FROM "member_merges" g WHERE g."kept_id" = m."id")
    AND m."user_id" IS DISTINCT FROM (
      SELECT a."actor_user_id" FROM "audit_log" a
      WHERE a."member_id" = m."id"
        AND (a."action" IN ('member added', 'profile created')
          OR (a."action" = 'profile changed' AND a."details"->'changed' ? 'phone'))
      ORDER BY a."at" DESC, a."id" DESC LIMIT 1
    )
    AND EXISTS (
      SELECT 1 FROM "audit_log" a
      WHERE a."member_id" = m."id" AND a."actor_user_id" IS NOT NULL
        AND (a."action" = 'member added'
          OR (a."action" = 'profile changed' AND a."details"->'changed' ? 'phone'))
    )
  )
);

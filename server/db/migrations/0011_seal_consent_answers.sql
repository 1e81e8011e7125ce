-- The health answers of a consent move from the clear column `answers` to `sealed`. Sealing needs the
-- field keys, so the runner does it between these statements, in the same transaction; for its length
-- the owner lifts the append-only guards from the table, whose lock keeps everybody else out.
lock table consents in access exclusive mode;--> statement-breakpoint
alter table consents add column sealed bytea;--> statement-breakpoint
alter table consents disable trigger append_only;--> statement-breakpoint
grant update (sealed) on consents to current_user;--> statement-breakpoint
-- run: seal-consent-answers
--> statement-breakpoint
revoke update (sealed) on consents from current_user;--> statement-breakpoint
alter table consents enable trigger append_only;--> statement-breakpoint
-- Dropping a column leaves its values in the table's file. The change of type writes the table anew,
-- without them and without the rows as they were before.
alter table consents
  drop column answers,
  alter column sealed type bytea using sealed || ''::bytea,
  alter column sealed set not null;

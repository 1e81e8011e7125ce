-- Consents, results, audit and ledger rows are written once (design §4). The first guard is that the
-- role that runs the site may not change them, although it owns them; the second is a trigger, which
-- also holds against a superuser. A table that another refers to keeps UPDATE on its key alone:
-- PostgreSQL asks for it when a foreign key locks the row it points to.
revoke update, delete, truncate on consents, consent_words, results, access_log, audit_log, ledger_entries from current_user;--> statement-breakpoint
grant update (id) on consents to current_user;--> statement-breakpoint
grant update (version) on consent_words to current_user;--> statement-breakpoint
grant update (id) on results to current_user;--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;--> statement-breakpoint
create trigger append_only before update or delete or truncate on consents
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on consent_words
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on results
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on access_log
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

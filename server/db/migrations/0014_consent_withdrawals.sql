CREATE TABLE "consent_withdrawals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consent_withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"consent_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"words_version" text NOT NULL,
	"channel" text NOT NULL,
	"withdrawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_withdrawals_consent_id_unique" UNIQUE("consent_id")
);
--> statement-breakpoint
ALTER TABLE "consent_withdrawals" ADD CONSTRAINT "consent_withdrawals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_withdrawals" ADD CONSTRAINT "consent_withdrawals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_withdrawals" ADD CONSTRAINT "consent_withdrawals_words_version_consent_words_version_fk" FOREIGN KEY ("words_version") REFERENCES "public"."consent_words"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_withdrawals" ADD CONSTRAINT "withdrawal_of_the_members_own_consent" FOREIGN KEY ("consent_id","member_id","event_id") REFERENCES "public"."consents"("id","member_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_withdrawals_by_member" ON "consent_withdrawals" USING btree ("member_id");--> statement-breakpoint
create trigger append_only before update or delete or truncate on consent_withdrawals
  for each statement execute function refuse_change();

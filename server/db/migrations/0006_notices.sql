CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_notice_per_cause" UNIQUE("member_id","kind","cause"),
	CONSTRAINT "notice_kind_is_known" CHECK ("notices"."kind" in ('week before', 'last days before', 'result ready', 'next test due'))
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_by_cause" ON "notices" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "notices_by_age" ON "notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "appointments_by_start" ON "appointments" USING btree ("slot_starts_at");
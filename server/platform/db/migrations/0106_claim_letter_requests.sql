CREATE TABLE "claim_letter_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_letter_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"letter_id" bigint,
	"posted_by" bigint,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "claim_letter_request_ends_once" CHECK ("claim_letter_requests"."letter_id" is null or "claim_letter_requests"."cancelled_at" is null),
	CONSTRAINT "claim_letter_is_posted_when_printed" CHECK ("claim_letter_requests"."posted_by" is null or "claim_letter_requests"."letter_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "claim_letter_requests" ADD CONSTRAINT "claim_letter_requests_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_letter_requests" ADD CONSTRAINT "claim_letter_requests_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_letter_requests" ADD CONSTRAINT "claim_letter_requests_letter_id_claim_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."claim_letters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_letter_requests" ADD CONSTRAINT "claim_letter_requests_posted_by_staff_id_fk" FOREIGN KEY ("posted_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_claim_letter_request" ON "claim_letter_requests" USING btree ("member_id") WHERE "claim_letter_requests"."letter_id" is null and "claim_letter_requests"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "claim_letter_requests_by_member" ON "claim_letter_requests" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "claim_letter_requests_by_letter" ON "claim_letter_requests" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "claim_letter_requests_by_age" ON "claim_letter_requests" USING btree ("asked_at");
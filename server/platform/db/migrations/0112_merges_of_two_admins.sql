ALTER TABLE "merge_requests" ADD COLUMN "is_of_member" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD COLUMN "proposed_by" bigint;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD COLUMN "proposal" jsonb;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD CONSTRAINT "merge_requests_proposed_by_staff_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD CONSTRAINT "merge_request_second_admin_is_another" CHECK ("merge_requests"."outcome" <> 'merged' or "merge_requests"."decided_by" <> "merge_requests"."proposed_by") NOT VALID;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD CONSTRAINT "merge_request_is_proposed_whole" CHECK (("merge_requests"."proposed_by" is null) = ("merge_requests"."proposal" is null)) NOT VALID;
ALTER TABLE "attendance_actions" DROP CONSTRAINT "attendance_action_type_is_known";--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "slip" text;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "labels_on_slips" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_action_type_is_known" CHECK ("attendance_actions"."type" in ('arrive', 'sample', 'not_sampled', 'undo', 'did_not_attend', 'walk_in', 'taking', 'both_theirs', 'doubt', 'slip')) NOT VALID;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_slip_has_a_code" CHECK ("attendance_actions"."status" = 'refused' or "attendance_actions"."type" <> 'slip' or "attendance_actions"."slip" is not null) NOT VALID;

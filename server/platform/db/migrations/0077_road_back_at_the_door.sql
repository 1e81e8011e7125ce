ALTER TABLE "attendance_actions" DROP CONSTRAINT "attendance_action_type_is_known";--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "samples" uuid[];--> statement-breakpoint
ALTER TABLE "tubes" ADD COLUMN "generation" integer;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "own_labels_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "tube_patterns" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "latin_first_name" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "latin_last_name" text;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_action_type_is_known" CHECK ("attendance_actions"."type" in ('arrive', 'sample', 'not_sampled', 'undo', 'did_not_attend', 'walk_in', 'taking', 'both_theirs')) NOT VALID;--> statement-breakpoint
ALTER TABLE "tubes" ADD CONSTRAINT "tube_generation_is_a_later_one" CHECK ("tubes"."generation" > 1) NOT VALID;

ALTER TABLE "care_loops" DROP CONSTRAINT "care_loop_kind_is_known";--> statement-breakpoint
ALTER TABLE "care_loops" ADD COLUMN "seal_id" uuid;--> statement-breakpoint
ALTER TABLE "care_loops" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "care_loops" ADD COLUMN "kind_index" "bytea";--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "sealed_state" "bytea";--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loop_kind_is_known" CHECK ("care_loops"."kind" in ('booked_to_attended', 'sample_to_lab', 'lab_to_result', 'result_to_review', 'second_review', 'review_to_release', 'released_to_read', 'repeat_test', 'gp_told', 'gp_outcome', 'recall', 'sample_undone', 'two_tubes', 'tell_laboratory', 'not_sampled', 'consent_withdrawn', 'result_of_the_dead', 'no_way_to_tell', 'incident', 'take_back', 'capacity_doubt', 'sampled_in_doubt', 'parted_result', 'look_again')) NOT VALID;

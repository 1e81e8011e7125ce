alter table result_letters validate constraint result_letters_handed_over_by_staff_id_fk;--> statement-breakpoint
alter table attendance_actions validate constraint attendance_action_type_is_known;--> statement-breakpoint
alter table care_loops validate constraint care_loop_kind_is_known;--> statement-breakpoint
alter table care_loops validate constraint care_loop_is_about_something;--> statement-breakpoint
alter table members validate constraint member_contact_way_is_known;--> statement-breakpoint
alter table members validate constraint member_can_be_reached;--> statement-breakpoint
alter table result_letters validate constraint result_letter_collected_from_a_person;--> statement-breakpoint
alter table result_letters validate constraint result_letter_proof_is_known;--> statement-breakpoint
alter table result_letters validate constraint result_letter_state_is_known;

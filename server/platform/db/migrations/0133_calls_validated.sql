alter table care_loops validate constraint care_loop_is_about_something;--> statement-breakpoint
alter table care_loops validate constraint care_loop_call_has_a_person_and_a_time;--> statement-breakpoint
alter table care_loops validate constraint care_loops_event_id_events_id_fk;--> statement-breakpoint
alter table care_loops validate constraint care_loops_ringing_by_staff_id_fk;

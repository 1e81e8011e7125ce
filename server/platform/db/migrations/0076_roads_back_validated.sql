alter table care_loops validate constraint care_loop_kind_is_known;--> statement-breakpoint
alter table members validate constraint member_wanted_contact_is_known;

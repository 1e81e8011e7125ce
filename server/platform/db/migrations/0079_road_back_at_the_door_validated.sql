alter table attendance_actions validate constraint attendance_action_type_is_known;--> statement-breakpoint
alter table tubes validate constraint tube_generation_is_a_later_one;--> statement-breakpoint
alter table tubes drop constraint a_tube_belongs_to_one_appointment;

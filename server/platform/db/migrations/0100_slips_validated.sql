alter table attendance_actions validate constraint attendance_action_type_is_known;--> statement-breakpoint
alter table attendance_actions validate constraint attendance_slip_has_a_code;

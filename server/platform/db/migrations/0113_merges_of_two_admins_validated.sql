alter table merge_requests validate constraint merge_requests_proposed_by_staff_id_fk;--> statement-breakpoint
alter table merge_requests validate constraint merge_request_second_admin_is_another;--> statement-breakpoint
alter table merge_requests validate constraint merge_request_is_proposed_whole;

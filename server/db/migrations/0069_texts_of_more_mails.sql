ALTER TABLE "mail_texts" DROP CONSTRAINT "mail_text_kind_is_known";--> statement-breakpoint
-- A table of seven rows at most.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "mail_texts" ADD CONSTRAINT "mail_text_kind_is_known" CHECK ("mail_texts"."kind" in ('reminder', 'place_offered', 'event_changed', 'event_time_changed', 'event_cancelled', 'waited_event_time_changed', 'waited_event_cancelled'));

-- The hash chain covers rows by a number that ascends.
ALTER TABLE "attendance" DROP CONSTRAINT "attendance_action_id_attendance_actions_id_fk";--> statement-breakpoint
ALTER TABLE "attendance_actions" DROP CONSTRAINT "attendance_actions_undoes_attendance_actions_id_fk";--> statement-breakpoint
ALTER TABLE "attendance_actions" DROP CONSTRAINT "attendance_actions_pkey";--> statement-breakpoint
ALTER TABLE "tubes" DROP CONSTRAINT "tubes_pkey";--> statement-breakpoint
ALTER TABLE "attendance_actions" RENAME COLUMN "id" TO "action_id";--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "id" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "attendance_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "tubes" ADD COLUMN "id" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "tubes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "each_attendance_action_once" UNIQUE("action_id");--> statement-breakpoint
ALTER TABLE "tubes" ADD CONSTRAINT "a_tube_belongs_to_one_appointment" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_action_id_attendance_actions_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."attendance_actions"("action_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_actions_undoes_attendance_actions_action_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."attendance_actions"("action_id") ON DELETE no action ON UPDATE no action;

CREATE TABLE "free_repeats" (
	"result_id" bigint PRIMARY KEY NOT NULL,
	"given_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "free_repeat_of" bigint;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_free_repeat_of_free_repeats_result_id_fk" FOREIGN KEY ("free_repeat_of") REFERENCES "public"."free_repeats"("result_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_booking_per_free_repeat" ON "appointments" USING btree ("free_repeat_of") WHERE "appointments"."status" = 'booked' and "appointments"."free_repeat_of" is not null;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointment_of_a_free_repeat_is_waived" CHECK ("appointments"."free_repeat_of" is null or "appointments"."payment_status" = 'waived');--> statement-breakpoint
-- By hand: the tables of the schema would refer to each other in a circle.
alter table free_repeats add constraint free_repeat_of_a_result
  foreign key (result_id) references results (id) on delete cascade;

ALTER TABLE "venue_takings" DROP CONSTRAINT "venue_takings_pkey";--> statement-breakpoint
ALTER TABLE "venue_takings" ADD COLUMN "id" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "venue_takings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "venue_takings" ADD CONSTRAINT "venue_takings_payment_id_unique" UNIQUE("payment_id");

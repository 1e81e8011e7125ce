DROP INDEX "members_by_words";--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "seal_id" uuid;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "address_lines" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "town" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "postcode" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "contact_by" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "support_needs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "support_note" text;--> statement-breakpoint
-- As domain/postal-address.ts splits it; home_address stays as the member typed it.
with split as (
  select id, array(
      select btrim(part, E' \t\r\n') from regexp_split_to_table(home_address, '[,\n]') with ordinality t (part, n)
        where btrim(part, E' \t\r\n') <> '' order by n) as parts
    from members
), in_country as (
  select id, case when parts[cardinality(parts)] ~* '^(united kingdom|uk|great britain|england|scotland|wales|northern ireland)$'
      then trim_array(parts, 1) else parts end as parts
    from split
), found as (
  select id, parts, regexp_match(parts[cardinality(parts)], '^(?:(.*\S)\s+)?([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})$', 'i') as code
    from in_country
), coded as (
  select id, upper(code[2] || ' ' || code[3]) as postcode,
      case when code is null then parts when code[1] is null then trim_array(parts, 1)
        else trim_array(parts, 1) || code[1] end as parts
    from found
), placed as (
  select id, postcode, parts, postcode is not null and cardinality(parts) > 1 and parts[cardinality(parts)]
      !~* '\d|^(flat|apartment|unit|floor)\y|\y(street|road|lane|avenue|close|drive|crescent|terrace|gardens|mews)$' as has_town
    from coded
), lined as (
  select id, postcode, case when has_town then parts[cardinality(parts)] end as town,
      case when has_town then trim_array(parts, 1) else parts end as lines
    from placed
)
update members m set postcode = l.postcode, town = l.town,
    address_lines = case when cardinality(l.lines) > 3
      then l.lines[1:2] || array_to_string(l.lines[3:], ', ') else l.lines end
  from lined l where l.id = m.id;--> statement-breakpoint
CREATE INDEX "members_by_words" ON "members" USING gin (to_tsvector('simple', regexp_replace("first_name" || ' ' || "last_name" || ' ' || coalesce("email", ''), '[^[:alnum:]]+', ' ', 'g') || ' ' || regexp_replace(regexp_replace("phone", '[^0-9]+', '', 'g'), '^(0044|44|0)', '') || ' ' || coalesce("postcode" || ' ' || replace("postcode", ' ', ''), '')));--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_sealed_values_are_bound" CHECK ("members"."user_id" is not null or "members"."seal_id" is not null);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_account_has_an_email" CHECK ("members"."user_id" is null or "members"."email" is not null);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_address_has_three_lines_at_most" CHECK (cardinality("members"."address_lines") <= 3);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_support_needs_are_known" CHECK ("members"."support_needs" <@ array['large print', 'hearing loop', 'bsl', 'interpreter', 'wheelchair', 'carer', 'other']);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_contact_way_is_known" CHECK ("members"."contact_by" in ('email', 'sms', 'telephone', 'post'));--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_can_be_reached" CHECK (not "members"."is_active" or case "members"."contact_by" when 'email' then "members"."email" is not null when 'post' then cardinality("members"."address_lines") > 0 and "members"."postcode" is not null else "members"."phone" <> '' end);
alter table events add column total_places integer not null default 0;--> statement-breakpoint
update events set total_places = (select count(*) from places where event_id = events.id);--> statement-breakpoint
create function count_event_places() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update events set total_places = total_places + added.n
      from (select event_id, count(*) n from changed group by event_id) added
      where id = added.event_id;
  else
    update events set total_places = total_places - removed.n
      from (select event_id, count(*) n from changed group by event_id) removed
      where id = removed.event_id;
  end if;
  return null;
end
$$;--> statement-breakpoint
create trigger event_places_added after insert on places
  referencing new table as changed for each statement execute function count_event_places();--> statement-breakpoint
create trigger event_places_removed after delete on places
  referencing old table as changed for each statement execute function count_event_places();

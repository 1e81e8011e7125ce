alter table care_loops validate constraint care_loop_pace_is_known;

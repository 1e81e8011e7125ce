alter table care_loops validate constraint care_loop_kind_is_known;

-- outside a transaction
-- Results to announce are rows of unannounced_results since migration 71.
drop index concurrently if exists results_by_release;

-- The holder, expiry and bank of a card and the provider's whole orders were stored; they go.
update payments set card = card - '{name,expiry,issuingBank}'::text[] where card is not null;--> statement-breakpoint
update payments
set last_answer = jsonb_build_object(
  'id', last_answer->'id',
  'status', last_answer->'status',
  'payment_source', jsonb_build_object('card', jsonb_build_object(
    'brand', last_answer#>'{payment_source,card,brand}',
    'type', last_answer#>'{payment_source,card,type}',
    'last_digits', last_answer#>'{payment_source,card,last_digits}')),
  'purchase_units', jsonb_build_array(jsonb_build_object('payments', jsonb_build_object(
    'captures', coalesce(last_answer#>'{purchase_units,0,payments,captures}', '[]'::jsonb)))))
where last_answer ? 'purchase_units';--> statement-breakpoint
update transaction_reports
set record = record || '{"payer_name": null, "card_expiry": null, "issuing_bank": null}'::jsonb;--> statement-breakpoint
delete from idempotent_answers where body ? 'payment_source';

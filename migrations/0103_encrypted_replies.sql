-- Stored replies are encrypted: the reply of an anonymous item names it, right beside the transactions of its author. Old
-- ones lose their text; a repetition of these is answered with the status alone.
alter table idempotency_keys add column sealed_reply bytea;
update idempotency_keys set reply = '' where reply <> '';

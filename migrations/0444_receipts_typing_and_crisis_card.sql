-- What a user shares of their reading and typing, and whether their composers show the crisis card. Null: the default.
alter table safety_settings
  add column receipts boolean,
  add column typing boolean,
  add column crisis_card boolean;

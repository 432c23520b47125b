-- Whether others read "Ask before saving" beside the pictures of the user. Null: for minors only.
alter table safety_settings add column ask_before_saving boolean;

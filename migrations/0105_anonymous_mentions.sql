-- Anonymous items mention nobody: whom a mention did not reach told of a block with the author. The words stay.
update posts set mentions = '{}' where is_anonymous and mentions <> '{}';
update comments set mentions = '{}' where is_anonymous and mentions <> '{}';

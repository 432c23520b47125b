-- When the identity provider last saw the person themselves sign in, by its own word (auth_time). Null where it does not say.
alter table sessions add column authenticated_at timestamptz;

-- 'confirm': somebody who is signed in proves once more who they are.
alter table sign_in_attempts add column purpose text;

-- Copies of before lie in clear in the store. They go with the next sweep, and can be made again.
update abandoned_files set due_at = now() where file like 'export-%';
delete from exports;

-- The file is encrypted for a key that only the browser which asked for it holds; here is its public half, and what besides
-- the private half is needed to decrypt. A row without a file that has been fetched stays, so that one can ask once a day.
alter table exports add column public_key bytea, add column envelope bytea, add column fetched_at timestamptz;

-- Two tabs that refresh at once: for a short time the same page may use its old cookie again (docs/security.md).
-- Hash of the program and the address that exchanged the token.
alter table refresh_token add column replaced_by bytea;

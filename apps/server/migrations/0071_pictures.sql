-- Addresses of uploads become signed when they are answered. Those from before were taken unseen: what is no picture of
-- the same organisation goes, and so does the signature that a page may have sent with its own.
create function own_picture(organisation uuid, address text) returns text language sql stable as $$
  select case
    when address !~* '^/files/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\w{2,5}(\?|$)' then address
    else (
      select '/files/' || file.id || '.' || file.extension
      from file
      where file.organisation_id = organisation
        and file.width is not null
        and '/files/' || file.id || '.' || file.extension = lower(split_part(address, '?', 1))
    )
  end
$$;

update device set picture = own_picture(organisation_id, picture) where picture like '/%';
update article set cover = own_picture(organisation_id, cover) where cover like '/%';
update plant_configuration set picture = own_picture(organisation_id, picture) where picture like '/%';
update scene set plot_skin = own_picture(organisation_id, plot_skin) where plot_skin like '/%';
update scene set icon = own_picture(organisation_id, icon) where icon like '/%';

drop function own_picture;

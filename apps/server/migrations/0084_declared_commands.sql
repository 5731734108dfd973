-- Only methods that the product model declares reach a device, with parameters that it declares.
alter table product_model
  -- Methods and parameters that are not declared are left to the device.
  add column undeclared_commands boolean not null default false;
-- A parameter may be left out only where it says so.
update product_attribute set parameters = (
  select jsonb_agg(case when parameter ->> 'parameterEnName' in ('minutes', 'frequency', 'level', 'speed')
    then parameter || '{"optional": true}' else parameter end order by position)
  from jsonb_array_elements(parameters) with ordinality as list (parameter, position))
where organisation_id is null and type = '1'
  and identify in ('switchValve', 'switchPump', 'light', 'ptz', 'startIrrigation');

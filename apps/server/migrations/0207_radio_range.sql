-- The range of radios that the built-in product models had left out strong and weak ones alike (-36 dBm beside a gateway,
-- -118 dBm at its edge). Copies that organisations made of them have it, too; a range that somebody chose stays.
update product_attribute set parameters = (
  select jsonb_agg(
    case when p.value ->> 'parameterEnName' = 'rssi' and p.value -> 'min' = '-115' and p.value -> 'max' = '-45'
      then p.value || '{"min": -150, "max": 0}' else p.value end order by p.n)
  from jsonb_array_elements(parameters) with ordinality as p(value, n))
where identify = 'rssi' and parameters @> '[{"parameterEnName": "rssi", "min": -115, "max": -45}]';

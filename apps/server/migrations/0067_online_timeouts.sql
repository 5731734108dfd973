-- How long a device of a product may be silent and still counts as online. Built-in products of new databases bring it along.
update product_model set detail = detail || '{"onlineTimeoutS": 7200}'
where code in ('TQ-3L', 'CQD-AI') and not jsonb_exists(detail, 'onlineTimeoutS');

-- The picture of a scene as it was last drawn, apart from the uploaded icon: a new one is no change of the scene.

alter table scene
  -- Path of an uploaded file.
  add column cover text,
  add column cover_at timestamptz;

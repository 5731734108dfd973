import { type Box3, PerspectiveCamera, Vector3 } from 'three';

/** A long lens avoids perspective distortion. Degrees. */
const PORTRAIT_FIELD_OF_VIEW = 16;
/** Direction to the camera for an object that faces +Z: three quarters from the front, slightly above. */
const EYE = new Vector3(0.62, 0.42, 1).normalize();
const UP = new Vector3(0, 1, 0);
/** Maximum share of the image that the box fills. */
const MAX_FILL = 0.96;

/**
 * The camera for an image of one object: its box fills the image but for a margin.
 * @param aspect width / height of the image
 * @param yaw direction that the object faces, radians around +Y; 0 is +Z
 */
export function portraitCamera(box: Box3, aspect: number, yaw = 0): PerspectiveCamera {
  const eye = EYE.clone().applyAxisAngle(UP, yaw);
  const right = new Vector3().crossVectors(UP, eye).normalize();
  const up = new Vector3().crossVectors(eye, right);
  const centre = box.getCenter(new Vector3());
  const tanY = Math.tan((PORTRAIT_FIELD_OF_VIEW * Math.PI) / 360) * MAX_FILL;
  const tanX = tanY * aspect;
  let [left, rightmost, low, top, near, far] = [
    Infinity,
    -Infinity,
    Infinity,
    -Infinity,
    -Infinity,
    Infinity,
  ];
  // The sides of the frustum must contain every corner: each pair of planes gives a middle and a distance.
  for (let corner = 0; corner < 8; corner++) {
    const direction = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).sub(centre);
    const [x, y, depth] = [direction.dot(right), direction.dot(up), direction.dot(eye)];
    left = Math.min(left, x - depth * tanX);
    rightmost = Math.max(rightmost, x + depth * tanX);
    low = Math.min(low, y - depth * tanY);
    top = Math.max(top, y + depth * tanY);
    near = Math.max(near, depth);
    far = Math.min(far, depth);
  }
  // A point has no size; the camera stays half a metre away.
  const distance = Math.max((rightmost - left) / 2 / tanX, (top - low) / 2 / tanY, near + 0.5);
  const camera = new PerspectiveCamera(
    PORTRAIT_FIELD_OF_VIEW,
    aspect,
    (distance - near) * 0.5,
    (distance - far) * 2,
  );
  camera.position
    .copy(centre)
    .addScaledVector(eye, distance)
    .addScaledVector(right, (left + rightmost) / 2)
    .addScaledVector(up, (low + top) / 2);
  camera.lookAt(camera.position.clone().sub(eye));
  camera.updateMatrixWorld();
  return camera;
}

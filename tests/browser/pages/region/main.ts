import * as d3 from 'd3-geo';
import * as region from 'farm3d-engine/region';

declare global {
  interface Window {
    region: typeof region;
    d3: typeof d3;
    host: HTMLElement;
    map: region.RegionMap | undefined;
    /** All events of the map, as [type, payload]. */
    reported: [string, unknown][];
  }
}

window.region = region;
window.d3 = d3;
window.host = document.querySelector<HTMLElement>('#view')!;
window.reported = [];

declare global {
  interface Window {
    /** Client pixels of a position at a height, computed from the camera. */
    screenOf: (lng: number, lat: number, height?: number) => [number, number];
    /** Colours (0xrrggbb) of the screenshot at client pixels. */
    colorsAt: (points: [number, number][]) => Promise<number[]>;
    /** Number of pixels of the screenshot with each of these colours. */
    countColors: (colors: number[]) => Promise<number[]>;
  }
}

window.screenOf = (lng, lat, height = 0.1) => {
  const map = window.map!;
  const { three } = map.camera;
  const { x, z } = map.toWorld([lng, lat]);
  three.updateMatrixWorld();
  const point = three.position.clone().set(x, height, z).applyMatrix4(three.matrixWorldInverse);
  const half = Math.tan((three.fov * Math.PI) / 360) * -point.z;
  const { left, top, width, height: tall } = window.host.getBoundingClientRect();
  return [
    left + (1 + point.x / (half * three.aspect)) * (width / 2),
    top + (1 - point.y / half) * (tall / 2),
  ];
};

async function picture(): Promise<ImageData> {
  const bitmap = await createImageBitmap(await window.map!.screenshot());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

const packed = (data: Uint8ClampedArray, at: number) =>
  (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;

window.colorsAt = async (points) => {
  const { data, width } = await picture();
  const ratio = width / window.host.clientWidth;
  return points.map(([x, y]) => packed(data, (Math.round(y * ratio) * width + Math.round(x * ratio)) * 4));
};

window.countColors = async (colors) => {
  const { data } = await picture();
  const counts = new Map(colors.map((color) => [color, 0]));
  for (let i = 0; i < data.length; i += 4) {
    const color = packed(data, i);
    const count = counts.get(color);
    if (count !== undefined) counts.set(color, count + 1);
  }
  return colors.map((color) => counts.get(color)!);
};

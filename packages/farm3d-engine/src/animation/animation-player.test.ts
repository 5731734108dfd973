import {
  AnimationClip,
  NumberKeyframeTrack,
  Object3D,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import { describe, expect, it, vi } from 'vitest';
import { FarmError } from '../core/errors.ts';
import { AnimationPlayer } from './animation-player.ts';

/** A node that `right` moves along x by 4 m and `up` along y by 2 m, in 2 s each. */
function setUp() {
  const root = new Object3D();
  const node = new Object3D();
  node.name = 'node';
  root.add(node);
  const clip = (name: string, to: number[]) =>
    new AnimationClip(name, 2, [new VectorKeyframeTrack('node.position', [0, 2], [0, 0, 0, ...to])]);
  const wake = vi.fn();
  const player = new AnimationPlayer(root, [clip('right', [4, 0, 0]), clip('up', [0, 2, 0])], wake);
  return { node, player, wake };
}

describe('AnimationPlayer', () => {
  it('reports an unknown animation with the exact text of the specification, and changes nothing', () => {
    const { player, wake } = setUp();
    const play = () => player.play('左转');
    expect(play).toThrow(FarmError);
    expect(play).toThrow('未找到名称为“左转”的动画');
    try {
      play();
    } catch (error) {
      expect((error as FarmError).code).toBe('animation-missing');
    }
    expect(wake).not.toHaveBeenCalled();
    expect(player.isActive).toBe(false);
    expect(player.clips).toEqual(['right', 'up']);
    expect(player.has('up')).toBe(true);
    expect(player.has('down')).toBe(false);
  });

  it('fades in over half a second and plays at its speed', () => {
    const { node, player } = setUp();
    player.play('right');
    player.update(0.25);
    // Half faded in: half of the clip's value at 0.25 s.
    expect(node.position.x).toBeCloseTo(0.5 * 0.5, 6);
    player.update(0.5);
    expect(node.position.x).toBeCloseTo(1.5, 6);
    player.update(0.75);
    expect(node.position.x).toBeCloseTo(3, 6);
    player.update(1);
    // Past the end, and again from the beginning.
    expect(node.position.x).toBeCloseTo(1, 6);
  });

  it.each([
    [{ timeScale: 2, fadeIn: 0 }, 0.5, 2],
    [{ timeScale: -1, fadeIn: 0 }, 0.5, 3],
    [{ weight: 0.25, fadeIn: 0 }, 1, 0.5],
    [{ fadeIn: 0, loop: false }, 9, 4],
  ])('plays with %o: after %d s at %d m', (options, seconds, x) => {
    const { node, player } = setUp();
    player.play('right', options);
    player.update(seconds);
    expect(node.position.x).toBeCloseTo(x, 6);
  });

  it('exclusive fades out and stops the playing clips, then resets and fades in the new one', () => {
    const { node, player } = setUp();
    player.play('right', { fadeIn: 0 });
    player.update(1);
    expect(node.position.toArray()).toEqual([2, 0, 0]);
    player.play('up');
    expect(player.playing).toEqual(['up']);
    player.update(0.25);
    // Both at half weight.
    expect(node.position.x).toBeCloseTo(0.5 * 2.5, 6);
    expect(node.position.y).toBeCloseTo(0.5 * 0.25, 6);
    player.update(0.5);
    expect(node.position.x).toBeCloseTo(0, 6);
    expect(node.position.y).toBeCloseTo(0.75, 6);
    // Again: from its beginning.
    player.play('up', { fadeIn: 0 });
    player.update(0.5);
    expect(node.position.y).toBeCloseTo(0.5, 6);
  });

  it('non-exclusive keeps the other clips playing', () => {
    const { node, player } = setUp();
    player.play('right', { fadeIn: 0 });
    player.update(1);
    player.play('up', { fadeIn: 0, exclusive: false });
    player.update(0.5);
    expect(player.playing).toEqual(['right', 'up']);
    expect(node.position.x).toBeCloseTo(3 / 2, 6);
    expect(node.position.y).toBeCloseTo(0.5 / 2, 6);
  });

  it('stop fades one clip out; stopAll restores the rest pose at once', () => {
    const { node, player } = setUp();
    player.play('right', { fadeIn: 0 });
    player.update(1);
    player.stop('right');
    expect(player.isActive).toBe(true);
    player.update(0.25);
    expect(node.position.x).toBeCloseTo(1.25, 6);
    player.update(0.3);
    expect(node.position.x).toBe(0);
    expect(player.isActive).toBe(false);
    player.play('right', { fadeIn: 0 });
    player.play('up', { fadeIn: 0, exclusive: false });
    player.update(1);
    player.stopAll();
    expect(node.position.toArray()).toEqual([0, 0, 0]);
    expect(player.playing).toEqual([]);
    player.update(1);
    expect(node.position.toArray()).toEqual([0, 0, 0]);
    expect(player.isActive).toBe(false);
    // Reset: it starts from its beginning again.
    player.play('right', { fadeIn: 0 });
    player.update(0.5);
    expect(node.position.x).toBeCloseTo(1, 6);
  });

  it('requests frames while a clip plays, and none after a clip has reached its end', () => {
    const { player, wake } = setUp();
    player.play('right', { fadeIn: 0, loop: false });
    expect(wake).toHaveBeenCalledOnce();
    expect(player.isActive).toBe(true);
    player.update(5);
    expect(player.isActive).toBe(false);
    expect(player.isHolding).toBe(true);
    player.stopAll();
    expect(wake).toHaveBeenCalledTimes(2);
    expect(player.isActive).toBe(true);
    player.update(0);
    expect(player.isActive).toBe(false);
    expect(player.isHolding).toBe(false);
  });

  it('plays rotations and morph weights as well', () => {
    const root = new Object3D();
    const node = Object.assign(new Object3D(), { name: 'node', morphTargetInfluences: [0, 0] });
    root.add(node);
    const clip = new AnimationClip('all', 1, [
      new QuaternionKeyframeTrack('node.quaternion', [0, 1], [0, 0, 0, 1, 0, 1, 0, 0]),
      new NumberKeyframeTrack('node.morphTargetInfluences', [0, 1], [0, 0, 1, 0.5]),
    ]);
    const player = new AnimationPlayer(root, [clip]);
    player.play('all', { fadeIn: 0, loop: false });
    player.update(0.5);
    expect(node.quaternion.y).toBeCloseTo(Math.SQRT1_2, 6);
    expect(node.morphTargetInfluences).toEqual([0.5, 0.25]);
  });
});

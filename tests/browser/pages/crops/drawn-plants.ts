/** One draw call of plants, with the vertex positions computed by the GPU. */
export interface DrawnPlants {
  /** Vertices of one plant. */
  readonly vertices: number;
  /** x, y, z, w in clip space of each vertex of each instance. */
  readonly clip: Float32Array;
  /** World → clip, column by column. */
  readonly matrix: Float32Array;
}

/** Draws seen since the last {@link watchPlants}. */
export const drawn: DrawnPlants[] = [];
/** Bytes uploaded to the GPU, and draw calls. */
export const traffic = { bytes: 0, draws: 0 };
let isWatching = false;

/** From now on every draw call of plants is repeated with transform feedback, by the same shader. */
export function watchPlants(on: boolean): void {
  drawn.length = 0;
  isWatching = on;
}

type GL = WebGL2RenderingContext;

function columns(gl: GL, program: WebGLProgram, name: string): Float32Array {
  return gl.getUniform(program, gl.getUniformLocation(program, name)!) as Float32Array;
}

function copyUniforms(gl: GL, from: WebGLProgram, to: WebGLProgram): void {
  const count = gl.getProgramParameter(to, gl.ACTIVE_UNIFORMS) as number;
  for (let i = 0; i < count; i++) {
    const { name, type, size } = gl.getActiveUniform(to, i)!;
    const source = gl.getUniformLocation(from, name);
    const target = gl.getUniformLocation(to, name);
    if (!source || !target || size > 1) continue;
    const value = gl.getUniform(from, source) as never;
    if (type === gl.FLOAT) gl.uniform1f(target, value);
    else if (type === gl.FLOAT_VEC2) gl.uniform2fv(target, value);
    else if (type === gl.FLOAT_VEC3) gl.uniform3fv(target, value);
    else if (type === gl.FLOAT_VEC4) gl.uniform4fv(target, value);
    else if (type === gl.FLOAT_MAT3) gl.uniformMatrix3fv(target, false, value);
    else if (type === gl.FLOAT_MAT4) gl.uniformMatrix4fv(target, false, value);
    else gl.uniform1i(target, value);
  }
}

function readBack(gl: GL, source: string, instances: number): void {
  const original = gl.getParameter(gl.CURRENT_PROGRAM) as WebGLProgram;
  const program = gl.createProgram();
  const sources = [
    [gl.VERTEX_SHADER, source],
    [gl.FRAGMENT_SHADER, '#version 300 es\nvoid main() {}'],
  ] as const;
  for (const [type, text] of sources) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  const attributes = gl.getProgramParameter(original, gl.ACTIVE_ATTRIBUTES) as number;
  for (let i = 0; i < attributes; i++) {
    const { name } = gl.getActiveAttrib(original, i)!;
    const at = gl.getAttribLocation(original, name);
    if (at >= 0) gl.bindAttribLocation(program, at, name);
  }
  gl.transformFeedbackVaryings(program, ['gl_Position'], gl.SEPARATE_ATTRIBS);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program)!);
  gl.useProgram(program);
  copyUniforms(gl, original, program);
  // Each vertex once: transform feedback does not work with indices.
  gl.bindBuffer(
    gl.COPY_READ_BUFFER,
    gl.getVertexAttrib(gl.getAttribLocation(original, 'position'), gl.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING),
  );
  const count = (gl.getBufferParameter(gl.COPY_READ_BUFFER, gl.BUFFER_SIZE) as number) / 12;
  const clip = new Float32Array(count * instances * 4);
  const buffer = gl.createBuffer();
  const feedback = gl.createTransformFeedback();
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
  gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
  gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, clip.byteLength, gl.STREAM_READ);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArraysInstanced(gl.POINTS, 0, count, instances);
  gl.endTransformFeedback();
  gl.disable(gl.RASTERIZER_DISCARD);
  gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, clip);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
  gl.deleteTransformFeedback(feedback);
  gl.deleteBuffer(buffer);
  gl.useProgram(original);
  gl.deleteProgram(program);
  const view = columns(gl, original, 'viewMatrix');
  const projection = columns(gl, original, 'projectionMatrix');
  drawn.push({ vertices: count, clip, matrix: multiply(projection, view) });
}

function multiply(a: Float32Array, b: Float32Array): Float32Array {
  return Float32Array.from({ length: 16 }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += a[k * 4 + (i % 4)]! * b[(i >> 2) * 4 + k]!;
    return sum;
  });
}

const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;

function spy(name: string, note: (gl: GL, args: unknown[]) => void) {
  const original = gl[name]!;
  gl[name] = function (this: GL, ...args: unknown[]) {
    const result = original.apply(this, args);
    note(this, args);
    return result;
  };
}

for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced']) spy(name, () => traffic.draws++);
spy('drawElementsInstanced', (gl, args) => {
  traffic.draws++;
  if (!isWatching) return;
  const program = gl.getParameter(gl.CURRENT_PROGRAM) as WebGLProgram;
  const shaders = gl.getAttachedShaders(program) ?? [];
  const source = shaders
    .map((shader) => gl.getShaderSource(shader)!)
    .find((text) => text.includes('gl_InstanceID'));
  const isPlant = source?.includes('cropTurned') && source.includes('vViewPosition');
  if (isPlant) readBack(gl, source!, args[4] as number);
});
for (const name of ['bufferData', 'bufferSubData', 'texImage2D', 'texSubImage2D'])
  spy(name, (_, args) => {
    for (const value of args) if (ArrayBuffer.isView(value)) traffic.bytes += value.byteLength;
  });

declare module '*?url' {
  /** Address of the built file. */
  const address: string;
  export default address;
}
declare module '*.css';

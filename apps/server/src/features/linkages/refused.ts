/** Why an action is not executed, or failed; its message stands in the log of the run. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** A TCP port on which a process of a run listens, in the run's own network. */
export interface OpenPort {
  readonly port: number
  /**
   * Makes it reachable on this machine's loopback, and nowhere else, for as long as it listens; the number there. The same
   * while that lasts. Rejects with what is missing, in words.
   */
  forward(): Promise<number>
}

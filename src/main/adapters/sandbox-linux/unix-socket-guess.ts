import type { Ran } from './run-result'

/** How programs say that they got no socket. */
const said = /sock.{0,400}(?:EPERM|Operation not permitted)|(?:EPERM|Operation not permitted).{0,400}sock/is

/**
 * What to say of a command that asked for a Unix socket, got none and failed with words that sound like it. Looking up a
 * user asks for one too and takes the no for an answer, so it is only a guess, and nothing is decided by it.
 */
export function unixSocketGuess(result: Ran): readonly string[] {
  const failed = result.kind !== 'exited' || result.exitCode !== 0
  if (!failed || !said.test(result.output.aggregated)) return []
  return ['commands in the sandbox get no datagram Unix sockets, which may be why this failed']
}

import { existsSync, rmSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { RunResult } from '../../../../src/main/core/ports/sandbox'
import { perl } from './attempts'
import type { HostRequest } from './host'
import type { World } from './world'

const perlAddress = (address: string): string =>
  address.includes(':')
    ? `AF_INET6, pack_sockaddr_in6($ARGV[0], inet_pton(AF_INET6, "${address}"))`
    : `AF_INET, pack_sockaddr_in($ARGV[0], inet_aton("${address}"))`
const using = 'use Socket qw(:DEFAULT inet_pton pack_sockaddr_in6);'

/** A script that listens there, makes the file `up-<port>`, answers each connection with a line, and ends when it is told `quit`. */
export const serving = (port: number, address = '127.0.0.1'): string =>
  `${perl(
    `${using} my ($f, $a) = (${perlAddress(address)}); socket(my $s, $f, SOCK_STREAM, 0) or die "$!";
     setsockopt($s, SOL_SOCKET, SO_REUSEADDR, 1); bind($s, $a) or die "bind: $!"; listen($s, 9);
     open(my $up, ">", "up-$ARGV[0]"); close $up;
     while (accept(my $c, $s)) { my $w = <$c>; syswrite($c, "served $w"); close $c; last if $w =~ /quit/ }`,
  )} ${String(port)}`

/** A script that says a word there and prints what comes back, or why nothing does. */
export const saying = (port: number, word = 'hello', address = '127.0.0.1'): string =>
  `${perl(
    `${using} my ($f, $a) = (${perlAddress(address)}); socket(my $s, $f, SOCK_STREAM, 0) or die "$!"; alarm 5;
     connect($s, $a) or do { print "not reached: $!\\n"; exit };
     syswrite($s, "${word}\\n"); while (<$s>) { print }`,
  )} ${String(port)}`

/** Starts such a server as a command of the world, and waits until it listens; its end is the promise of `ended`. */
export async function startServer(
  world: World,
  port: number,
  options: Partial<HostRequest> & { readonly address?: string } = {},
): Promise<{ readonly ended: Promise<RunResult> }> {
  const { address, ...rest } = options
  const up = join(world.workspace, `up-${String(port)}`)
  rmSync(up, { force: true })
  const ended = world.sh(serving(port, address), { timeoutMs: 60_000, ...rest })
  let end: RunResult | undefined
  void ended.then((result) => (end = result))
  await expect.poll(() => end !== undefined || existsSync(up), { interval: 20 }).toBe(true)
  expect(end).toBeUndefined()
  return { ended }
}

/** The addresses of this machine that a server listening everywhere is reached at, loopback and link-local ones included. */
export function machineAddresses(): readonly string[] {
  const own = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).flatMap(({ address, family }) => (family === 'IPv4' || address === '::1' ? [address] : [])),
  )
  return [...new Set(['127.0.0.1', '127.1.2.3', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', ...own])]
}

/** What a run printed. */
export const printed = (result: RunResult): string =>
  'output' in result ? result.output.stdout + result.output.stderr : JSON.stringify(result)

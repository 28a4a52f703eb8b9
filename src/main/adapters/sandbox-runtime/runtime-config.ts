import { join } from 'node:path'
import type { SandboxRuntimeConfig } from '@anthropic-ai/sandbox-runtime'
import { isWithin } from '../../core/shell/paths'
import type { Grant } from '@shared/domain/grant'

/** The runtime's configuration. No `allowedDomains` means a network without limits, which its type does not say. */
export type RuntimeConfig = Omit<SandboxRuntimeConfig, 'network'> & {
  network: Omit<SandboxRuntimeConfig['network'], 'allowedDomains'> & { allowedDomains?: string[] }
}

/** Absolute paths of the tools that the runtime starts on Linux, so that no PATH is searched for them. */
export interface LinuxTools {
  readonly bwrap: string
  readonly socat: string
  readonly ripgrep: string
}

/** One run's limits, resolved: every path absolute and real. */
export interface RuntimeLimits {
  readonly writable: readonly string[]
  readonly grants: readonly Grant[]
  /** The policy's own switch. Hosts that are granted one by one do not make it true. */
  readonly openNetwork: boolean
  /** Credential stores and the like that a command may not read. */
  readonly deniedReads: readonly string[]
  readonly home: string
  /** Linux only. */
  readonly tools?: LinuxTools
  /** Windows only: the helper's path. */
  readonly srtWin?: string
}

/** What stays read-only in every writable root even if it does not exist yet: it decides what runs later, unasked. */
const protectedNames = ['.git/hooks', '.git/config', '.countersign', '.codex', '.agents']

/** What the runtime makes writable on its own account; it would break a read-only policy. */
const runtimeExtras = ['.npm/_logs', '.claude/debug']

/** On top of the runtime's own list (loopback, link-local, multicast, metadata, this machine). */
const deniedAddresses = [
  '168.63.129.16',
  '192.0.0.192',
  '192.0.0.0/24',
  '240.0.0.0/4',
  '64:ff9b:1::/48',
  '2001::/32',
]
const privateAddresses = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '198.18.0.0/15',
  'fc00::/7',
]

const literal = (path: string) => ({ path, literal: true as const })

/**
 * A run's limits in the runtime's words. Every path is marked literal: a folder named `[a]*` is that folder. The list
 * of allowed hosts stays empty, so that each connection is asked about and our gate answers (see runtime-session).
 * Where a `*.` rule is among the grants no name may lead into a private network, the exactly granted ones included:
 * the runtime cannot tell them apart, and narrower is the safe side.
 */
export function runtimeConfig(limits: RuntimeLimits): RuntimeConfig {
  const { grants, home, tools, srtWin } = limits
  const granted = grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
  const starred = grants.some((grant) => grant.kind === 'host' && grant.host.startsWith('*.'))
  const protectedPaths = limits.writable
    // Where every file is open, none is protected.
    .filter((root) => root !== '/')
    .flatMap((root) => protectedNames.map((name) => join(root, name)))
  const extras = runtimeExtras.map((name) => join(home, name))
  const covered = (path: string): boolean =>
    [...limits.writable, ...granted].some((root) => isWithin(path, root))
  return {
    network: {
      ...(limits.openNetwork ? {} : { allowedDomains: [] }),
      deniedDomains: [],
      deniedResolvedAddresses: [...deniedAddresses, ...(starred ? privateAddresses : [])],
    },
    filesystem: {
      denyRead: limits.deniedReads.map(literal),
      allowWrite: [...limits.writable, ...granted].map(literal),
      denyWrite: [
        ...protectedPaths.filter(
          (path) => !granted.some((grant) => isWithin(path, grant) && !limits.writable.includes(grant)),
        ),
        ...extras.filter((path) => !covered(path)),
      ].map(literal),
    },
    ...(tools ? { bwrapPath: tools.bwrap, socatPath: tools.socat, ripgrep: { command: tools.ripgrep } } : {}),
    ...(srtWin === undefined ? {} : { windows: { srtWin: { path: srtWin } } }),
  }
}

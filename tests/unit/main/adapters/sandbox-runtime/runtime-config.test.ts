import { SandboxRuntimeConfigSchema } from '@anthropic-ai/sandbox-runtime'
import { describe, expect, it } from 'vitest'
import {
  runtimeConfig,
  type RuntimeLimits,
} from '../../../../../src/main/adapters/sandbox-runtime/runtime-config'

const limits: RuntimeLimits = {
  writable: ['/work', '/tmp'],
  grants: [],
  openNetwork: false,
  deniedReads: ['/home/me/.ssh'],
  home: '/home/me',
}
const paths = (entries: readonly (string | { path: string })[]) =>
  entries.map((entry) => (typeof entry === 'string' ? entry : entry.path))

describe("a run's limits in the runtime's words", () => {
  it('writable roots, protected metadata in each, credential stores, no host', () => {
    const { filesystem, network } = runtimeConfig(limits)
    expect({
      write: paths(filesystem.allowWrite),
      keep: paths(filesystem.denyWrite),
      hide: paths(filesystem.denyRead),
      hosts: network.allowedDomains,
    }).toEqual({
      write: ['/work', '/tmp'],
      keep: [
        '/work/.git/hooks',
        '/work/.git/config',
        '/work/.countersign',
        '/work/.codex',
        '/work/.agents',
        '/tmp/.git/hooks',
        '/tmp/.git/config',
        '/tmp/.countersign',
        '/tmp/.codex',
        '/tmp/.agents',
        '/home/me/.npm/_logs',
        '/home/me/.claude/debug',
      ],
      hide: ['/home/me/.ssh'],
      hosts: [],
    })
  })

  it('the runtime itself accepts it', () => {
    expect(SandboxRuntimeConfigSchema.safeParse(runtimeConfig(limits)).error).toBeUndefined()
  })

  it('every path is a name and never a pattern', () => {
    const { filesystem } = runtimeConfig({ ...limits, writable: ['/work/[a]*'] })
    const entries = [...filesystem.allowWrite, ...filesystem.denyWrite, ...filesystem.denyRead]
    expect(entries.every((entry) => typeof entry === 'object' && entry.literal)).toBe(true)
  })

  it('read-only makes nothing writable', () => {
    const { filesystem } = runtimeConfig({ ...limits, writable: [] })
    expect([filesystem.allowWrite, paths(filesystem.denyWrite)]).toEqual([
      [],
      ['/home/me/.npm/_logs', '/home/me/.claude/debug'],
    ])
  })

  it('a write grant adds its path; one for protected metadata opens exactly that', () => {
    const { filesystem } = runtimeConfig({
      ...limits,
      writable: ['/work'],
      grants: [
        { kind: 'write', path: '/srv/x', extent: 'file' },
        { kind: 'write', path: '/work/.git/config', extent: 'file' },
      ],
    })
    expect([paths(filesystem.allowWrite), paths(filesystem.denyWrite).includes('/work/.git/config')]).toEqual(
      [['/work', '/srv/x', '/work/.git/config'], false],
    )
  })

  it('a grant above protected metadata does not open it where the root already does', () => {
    const { filesystem } = runtimeConfig({
      ...limits,
      writable: ['/work'],
      grants: [{ kind: 'write', path: '/work', extent: 'tree' }],
    })
    expect(paths(filesystem.denyWrite)).toContain('/work/.git/hooks')
  })

  it('granted hosts stay out of the configuration, since our gate answers for them', () => {
    const { network } = runtimeConfig({ ...limits, grants: [{ kind: 'host', host: 'a.test', port: 443 }] })
    expect(network.allowedDomains).toEqual([])
  })

  it('a star among the grants closes private networks to names', () => {
    const denied = (host: string) =>
      runtimeConfig({ ...limits, grants: [{ kind: 'host', host, port: 443 }] }).network
        .deniedResolvedAddresses
    expect([denied('*.a.test')?.includes('10.0.0.0/8'), denied('a.test')?.includes('10.0.0.0/8')]).toEqual([
      true,
      false,
    ])
  })

  it('only the policy opens the whole network', () => {
    expect(Object.hasOwn(runtimeConfig({ ...limits, openNetwork: true }).network, 'allowedDomains')).toBe(
      false,
    )
  })

  it('tools are named by absolute path', () => {
    const tools = { bwrap: '/usr/bin/bwrap', socat: '/usr/bin/socat', ripgrep: '/usr/bin/rg' }
    expect(runtimeConfig({ ...limits, tools, srtWin: 'C:\\srt-win.exe' })).toMatchObject({
      bwrapPath: '/usr/bin/bwrap',
      socatPath: '/usr/bin/socat',
      ripgrep: { command: '/usr/bin/rg' },
      windows: { srtWin: { path: 'C:\\srt-win.exe' } },
    })
  })
})

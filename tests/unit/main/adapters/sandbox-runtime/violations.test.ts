import { describe, expect, it } from 'vitest'
import {
  evidenceOf,
  evidenceOfLines,
  type Reported,
} from '../../../../../src/main/adapters/sandbox-runtime/violations'

const run: Reported = {
  writable: ['/work'],
  deniedWrites: ['/work/.git/hooks'],
  deniedReads: ['/Users/me/.ssh'],
  backend: 'seatbelt',
}

describe('what the runtime reports, as evidence', () => {
  it.each([
    ['deny openat /srv/x', 'write', '/srv/x', 'openat', 'kernel'],
    ['deny unlinkat /srv/a b (1)', 'write', '/srv/a b (1)', 'unlinkat', 'kernel'],
    ['deny openat /work/.git/hooks/pre-commit', 'write', '/work/.git/hooks/pre-commit', 'openat', 'kernel'],
    ['deny openat /workshop', 'write', '/workshop', 'openat', 'kernel'],
    ['bash(812) deny(1) file-write-create /private/x', 'write', '/private/x', 'file-write-create', 'kernel'],
    [
      'cat(7) deny(1) file-read-data /Users/me/.ssh/id_rsa',
      'read',
      '/Users/me/.ssh/id_rsa',
      'file-read-data',
      'kernel',
    ],
    [
      'deny network-outbound a.test:443 (resolved to a loopback address)',
      'network',
      'a.test:443',
      'forbidden-address',
      'proxy',
    ],
  ])('%s', (line, ...fields) => {
    const [kind, target, operation, source] = fields
    expect(evidenceOf(line, run)).toEqual({ kind, target, operation, source, backend: 'seatbelt' })
  })

  it.each([
    ['what the policy allows', 'deny openat /work/x'],
    ["the kernel's own places", 'deny openat /dev/tty'],
    ['a refused host, which our gate has on record', 'deny network-outbound a.test:443 (user denied)'],
    [
      'a reason that only looks like the address check',
      'deny network-outbound a.test:443 (x) (resolved to y)',
    ],
    ['a read that we did not forbid', 'bash(8) deny(1) file-read-data /Users/me/notes'],
    ['other kinds of refusals', 'bash(8) deny(1) mach-lookup com.apple.foo'],
    ['a relative path', 'deny openat x'],
    ['words', 'Permission denied'],
    ['nothing', ''],
  ])('%s is none', (_, line) => {
    expect(evidenceOf(line, run)).toBeUndefined()
  })

  it('each piece once, and at most 64', () => {
    const many = Array.from({ length: 200 }, (_, at) => `deny openat /srv/${String(at)}`)
    expect([
      evidenceOfLines(['deny openat /srv/x', 'deny openat /srv/x'], run).length,
      evidenceOfLines(many, run).length,
    ]).toEqual([1, 64])
  })
})

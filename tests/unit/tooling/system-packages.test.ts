import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOnPath, planPackages, type PackagePlan } from '../../../scripts/setup/system-packages.mjs'

const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q']
const rows: [title: string, facts: Parameters<typeof planPackages>[0], plan: PackagePlan][] = [
  ['nothing is missing', { missing: [], tool: 'apt-get', rights: 'root' }, { kind: 'ready' }],
  [
    'Debian as root: one command per package',
    { missing: ['bwrap', 'chromium'], tool: 'apt-get', rights: 'root' },
    {
      kind: 'install',
      packages: ['bubblewrap', 'chromium'],
      commands: [
        [...apt, 'update'],
        [...apt, 'install', '-y', '--no-install-recommends', 'bubblewrap'],
        [...apt, 'install', '-y', '--no-install-recommends', 'chromium'],
      ],
    },
  ],
  [
    'Debian with passwordless sudo',
    { missing: ['bwrap'], tool: 'apt-get', rights: 'sudo' },
    {
      kind: 'install',
      packages: ['bubblewrap'],
      commands: [
        ['sudo', '-n', ...apt, 'update'],
        ['sudo', '-n', ...apt, 'install', '-y', '--no-install-recommends', 'bubblewrap'],
      ],
    },
  ],
  [
    'Debian without rights',
    { missing: ['bwrap', 'chromium'], tool: 'apt-get', rights: 'none' },
    {
      kind: 'tell',
      line: 'Missing: bubblewrap chromium. Install with: sudo apt install bubblewrap chromium',
    },
  ],
  [
    'Fedora, even as root',
    { missing: ['bwrap'], tool: 'dnf', rights: 'root' },
    { kind: 'tell', line: 'Missing: bubblewrap. Install with: sudo dnf install bubblewrap' },
  ],
  [
    'Arch',
    { missing: ['bwrap'], tool: 'pacman', rights: 'sudo' },
    { kind: 'tell', line: 'Missing: bubblewrap. Install with: sudo pacman -S bubblewrap' },
  ],
  [
    'an unknown distribution',
    { missing: ['bwrap'], tool: undefined, rights: 'root' },
    { kind: 'tell', line: "Missing: bubblewrap. Install with your system's package tool." },
  ],
]

test.each(rows)('%s', (_title, facts, plan) => {
  expect(planPackages(facts)).toEqual(plan)
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-path-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('only an executable file on the path counts as a program', () => {
  const file = join(folder, 'bwrap')
  expect(isOnPath('bwrap', folder)).toBe(false)
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  expect(isOnPath('bwrap', folder)).toBe(false)
  chmodSync(file, 0o755)
  expect(isOnPath('bwrap', `/nowhere:${folder}`)).toBe(true)
})

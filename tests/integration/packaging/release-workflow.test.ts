import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ask, root } from './stand-in-package'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}
interface Job {
  readonly needs?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly strategy?: {
    readonly matrix: { readonly runner?: string[]; readonly include?: Record<string, string>[] }
  }
  readonly steps: readonly Step[]
}
const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}
const { jobs } = workflow
const said = (name: string): string =>
  (jobs[name]?.steps ?? []).map(({ run = '', uses = '' }) => `${uses}\n${run}`).join('\n')

test('nothing is packaged before the checks and the desktop stories, nor published before all packages are there', () => {
  expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
    ['checks', undefined],
    ['desktop', 'checks'],
    ['packages', 'desktop'],
    ['publish', 'packages'],
  ])
  expect(said('checks')).toContain('npm run test:all')
})

test('the desktop stories run on three systems, the packages are made for three systems and two processors', () => {
  expect(jobs['desktop']?.strategy?.matrix.runner?.map((name) => name.split('-')[0])).toEqual([
    'ubuntu',
    'macos',
    'windows',
  ])
  expect(said('desktop')).toContain('test:e2e:electron')
  const kinds = jobs['packages']?.strategy?.matrix.include?.map(
    ({ system, arch }) => `${String(system)} ${String(arch)}`,
  )
  expect(kinds).toEqual(['linux x64', 'linux arm64', 'mac x64', 'mac arm64', 'win x64', 'win arm64'])
})

test('what is published has checksums, a bill of materials and a statement of its origin', () => {
  expect(said('packages')).toContain('sbom.cdx.json')
  expect(said('publish')).toMatch(/sha256sum[^\n]*SHA256SUMS/)
  expect(said('publish')).toContain('actions/attest-build-provenance')
})

test('only the last job may write, and every job ends in time', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(
    Object.entries(jobs)
      .filter(([, { permissions }]) => permissions !== undefined)
      .map(([name]) => name),
  ).toEqual(['publish'])
  for (const [name, job] of Object.entries(jobs))
    expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)])
})

test('its scripts are read by a shell, start what the project has, and take no text of an event into a shell', () => {
  const scripts = (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  ).scripts
  for (const { run } of Object.values(jobs).flatMap(({ steps }) => steps)) {
    if (run === undefined) continue
    expect([run, ask('bash', ['-n', '-c', run.replaceAll(/\$\{\{[^}]*\}\}/g, 'value')])]).toEqual([
      run,
      { code: 0, text: '' },
    ])
    for (const [, name = ''] of run.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(name)
    for (const [file = ''] of run.matchAll(/scripts\/[\w/-]+\.mjs/g))
      expect(existsSync(join(root, file)), file).toBe(true)
    expect(run).not.toMatch(/\$\{\{\s*github\.event/)
  }
})

test('the Node that a package brings must be the one that is pinned', () => {
  const { text, code } = ask(process.execPath, [join(root, 'scripts/setup/place-node.mjs'), '--print'])
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  expect([code, text.trim()]).toEqual([0, lock.packages['node_modules/node']?.version])
})

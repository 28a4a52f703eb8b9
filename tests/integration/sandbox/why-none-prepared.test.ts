import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DoctorCheck } from '@shared/domain/doctor'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import {
  createLinuxSandbox,
  type LinuxSandboxOptions,
} from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { commandLike } from '../../../src/main/core/commands/command-like'
import { runCli } from '../../fakes/run-cli'
import { heldBy } from './harness/held'

let folder: string
let work: string
beforeEach(() => {
  folder = mkdtempSync('/var/tmp/cs-why-')
  work = join(folder, 'work')
  mkdirSync(work)
  execFileSync('git', ['init', '-q', work])
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const policy = SandboxPolicy.parse({ mode: 'workspace-write', exclude_slash_tmp: true })
const whyNone = (
  { cwd = work, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
  options: LinuxSandboxOptions = {},
): Promise<string | undefined> | undefined =>
  createLinuxSandbox(process.env.PATH, { home: folder, ...options }).whyNonePrepared?.(
    commandLike({ cwd, policy, env: { PATH: '/usr/bin:/bin', ...env } }),
  )

test('where one is held nothing is said, and nothing stays of the trial', async () => {
  const before = heldBy(process.pid)
  expect(await whyNone({ env: { MAIL: '/var/mail/x', PS1: '$ ' } })).toBeUndefined()
  expect(readdirSync(work)).toEqual(['.git'])
  expect(heldBy(process.pid)).toEqual(before)
})

test.runIf(process.getuid?.() === 0)(
  "nor where somebody else's .git lies in the temporary folder",
  async () => {
    const TMPDIR = join(folder, 'temporary')
    mkdirSync(join(TMPDIR, '.git'), { recursive: true })
    chownSync(join(TMPDIR, '.git'), 65_534, 65_534)
    expect(await whyNone({ env: { TMPDIR } })).toBeUndefined()
  },
)

test('a missing helper and an unfit folder are named', async () => {
  expect(await whyNone({}, { observed: false })).toMatch(/^the helper is missing /)
  expect(await whyNone({ cwd: folder })).toContain(folder)
  expect(await whyNone({ cwd: join(folder, 'gone') })).toContain('gone')
})

test('the doctor says whether one is, and why not', async () => {
  const asked = async (cwd: string): Promise<DoctorCheck | undefined> => {
    const env = { PATH: process.env.PATH, HOME: folder, COUNTERSIGN_HOME: join(folder, 'state') }
    const ran = await runCli(['doctor', '--json'], { env, cwd })
    const { checks } = JSON.parse(ran.out) as { checks: readonly DoctorCheck[] }
    return checks.find(({ id }) => id === 'prepared-sandbox')
  }
  expect(await asked(work)).toMatchObject({ status: 'ok' })
  // Where no session can be, in the home folder and around it, it is tried in an empty folder.
  expect(await asked(folder)).toMatchObject({ status: 'ok' })
  const own = join(folder, 'state')
  expect(await asked(own)).toMatchObject({
    status: 'warn',
    title: 'No sandbox is held',
    detail: expect.stringMatching(new RegExp(`${own}.*[^.]\\.$`, 's')) as string,
  })
})

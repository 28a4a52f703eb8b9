import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SettingsView } from '@shared/domain/settings-view'
import { folderWith } from '../fakes/settings-home'
import { runCli, type Ran } from '../fakes/run-cli'

/** The built command line over a home that holds this config.toml. */
function home(config: string) {
  const { root, at } = folderWith({ 'state/config.toml': config, 'project/x': '' })
  const env = { PATH: process.env.PATH, HOME: root, COUNTERSIGN_HOME: at('state') }
  return {
    root,
    file: at('state/config.toml'),
    run: (...args: string[]): Promise<Ran> => runCli(args, { env, cwd: at('project') }),
  }
}

test('countersign config says every value in force and where it comes from', async () => {
  const { run, file } = home(
    '# mine\nmodel = "a"\nfile_opener = "none"\ndisable_paste_burst = true\n[profiles.p]\nsandbox_mode = "read-only"\n',
  )
  const ran = await run('config', '--json', '--profile', 'p', '-c', 'assessment_model=small')
  const view = JSON.parse(ran.out) as SettingsView
  expect(ran).toMatchObject({
    code: 0,
    err: `countersign: ${file}:4: disable_paste_burst is not supported here and has no effect\n`,
  })
  expect(view.rows).toEqual(
    expect.arrayContaining([
      { key: 'approval_policy', value: 'on-request', source: 'default' },
      { key: 'model', value: 'a', source: 'config', where: `${file}:2` },
      { key: 'file_opener', value: 'none', source: 'config', where: `${file}:3` },
      { key: 'sandbox_mode', value: 'read-only', source: 'profile', where: `${file}:6` },
      { key: 'assessment_model', value: 'small', source: 'command-line', where: '-c assessment_model' },
    ]),
  )
})

test('countersign config set and unset edit the file and keep what stands around it', async () => {
  const { run, file } = home('# mine\nmodel = "a" # small\n')
  const set = await run('config', 'set', 'sandbox_workspace_write.network_access', 'true')
  const text = readFileSync(file, 'utf8')
  const unset = await run('config', 'unset', 'sandbox_workspace_write.network_access')
  const refused = await run('config', 'set', 'sandbox_mode', 'everything')
  expect([set.code, unset.code, refused.code]).toEqual([0, 0, 2])
  expect(text).toContain('# mine\nmodel = "a" # small\n')
  expect(text).toMatch(/\[sandbox_workspace_write\]\nnetwork_access = true/)
  expect(readFileSync(file, 'utf8')).not.toContain('network_access')
  expect(refused.err).toContain(
    'expected one of "read-only", "workspace-write", "danger-no-network", "danger-full-access"',
  )
})

test.each([
  [['demo', '-c', 'sandbox_mod=read-only'], '-c sandbox_mod: unknown key'],
  [['exec', 'hi', '--profile', 'nope'], '--profile: profile is "nope"'],
  [['sandbox', '-c', 'nothing', '--', 'true'], '-c: no key is given'],
])('a wrong flag starts nothing: %j', async (args, message) => {
  const { run } = home('')
  expect(await run(...args)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(message) as string,
  })
})

import { expect, test } from 'vitest'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'
import { settingRows } from '../../../../../src/main/adapters/config-toml/setting-rows'
import type { ConfigFlags } from '../../../../../src/main/core/settings/settings-store'
import { folderWith } from '../../../../fakes/settings-home'

const config = `
model = "from-config"
profile = "fast"

[profiles.fast]
model = "from-profile"

[profiles.slow]
model = "from-slow"
sandbox_mode = "read-only"
`

function load(files: Readonly<Record<string, string>>, flags: ConfigFlags = {}) {
  const { root, at } = folderWith(files)
  return loadSettings({ home: at('home'), env: { HOME: root }, flags, managed: [at('managed.toml')] })
}

test.each<[name: string, files: Record<string, string>, flags: ConfigFlags, won: [string, string]]>([
  ['config.toml over the default', { 'home/config.toml': 'model = "a"' }, {}, ['a', 'config']],
  ['the profile over config.toml', { 'home/config.toml': config }, {}, ['from-profile', 'profile']],
  [
    'the profile of the flag over the one of the file',
    { 'home/config.toml': config },
    { profile: 'slow' },
    ['from-slow', 'profile'],
  ],
  [
    '-c over the profile',
    { 'home/config.toml': config },
    { config: ['model=from-flag'] },
    ['from-flag', 'command-line'],
  ],
  [
    'the last -c over the ones before',
    { 'home/config.toml': config },
    { config: ['model=one', 'model="two"'] },
    ['two', 'command-line'],
  ],
  [
    'what is managed over everything',
    { 'home/config.toml': config, 'managed.toml': 'model = "managed"' },
    { config: ['model=from-flag'] },
    ['managed', 'managed'],
  ],
])('%s', async (_name, files, flags, [model, source]) => {
  const loaded = await load(files, flags)
  expect(loaded.config.model).toBe(model)
  expect(settingRows(loaded).find(({ key }) => key === 'model')).toMatchObject({ value: model, source })
})

test('tables are merged key by key, and a policy is replaced whole', async () => {
  const { config: merged } = await load(
    {
      'home/config.toml':
        'approval_policy = { granular = { rules = false } }\n[sandbox_workspace_write]\nnetwork_access = true\nwritable_roots = ["/srv/a"]',
      'managed.toml': 'approval_policy = "never"',
    },
    { config: ['sandbox_workspace_write.writable_roots=["/srv/b"]'] },
  )
  expect([merged.approval_policy, merged.sandbox_workspace_write]).toEqual([
    'never',
    {
      network_access: true,
      writable_roots: ['/srv/b'],
      exclude_tmpdir_env_var: false,
      exclude_slash_tmp: false,
    },
  ])
})

test.each<[name: string, flags: ConfigFlags, message: RegExp]>([
  [
    'a profile that is not there',
    { profile: 'fst' },
    /^--profile: profile is "fst".*mean "fast".*expected one of "fast", "slow"$/,
  ],
  ['a flag without a key', { config: ['=x'] }, /^-c: no key is given; expected key=value/],
  ['a flag without a value', { config: ['sk-secret'] }, /^-c: no key is given/],
  ['a key that is none', { config: ['a b=1'] }, /^-c: "a b" is no key/],
  [
    'a line end that would add another key',
    { config: ['a = 1\nb=1'] },
    /^-c a: unknown key "a".*|^-c: .* is no key/,
  ],
  [
    'an unknown key',
    { config: ['sandbox_mod=read-only'] },
    /^-c sandbox_mod: unknown key "sandbox_mod" \(did you mean "sandbox_mode"\?\)/,
  ],
  [
    'a value of the wrong form',
    { config: ['sandbox_mode=everything'] },
    /^-c sandbox_mode: sandbox_mode is "everything"; expected one of "read-only"/,
  ],
])('says which flag is wrong: %s', async (_name, flags, message) => {
  await expect(load({ 'home/config.toml': config }, flags)).rejects.toThrow(message)
})

test('an older name of a feature is moved to its place, and a stronger layer still wins with it', async () => {
  const { config: read, warnings } = await load(
    { 'home/config.toml': '[features]\nsandbox_command_assessment = true' },
    { config: ['experimental_sandbox_command_assessment=false'] },
  )
  expect(read.features).toEqual({ sandbox_command_assessment: false })
  expect(warnings).toEqual([
    '-c experimental_sandbox_command_assessment: experimental_sandbox_command_assessment is an older name; write features.sandbox_command_assessment',
  ])
})

test('a key of the reference system that means nothing here is a warning with its line', async () => {
  const { warnings } = await load({
    'home/config.toml':
      'model = "a"\noss_provider = ["x"]\n[tui]\ntheme = "dark"\n[profiles.p]\npersonality = "low"',
  })
  expect(warnings.map((each) => each.replace(/^.*config\.toml/, ''))).toEqual([
    ':2: oss_provider is not supported here and has no effect',
    ':4: tui.theme is not supported here and has no effect',
    ':6: profiles.p.personality is not supported here and has no effect',
  ])
})

test('a mistake in the file is told although a flag hides it', async () => {
  await expect(
    load({ 'home/config.toml': 'sandbox_mode = "x"' }, { config: ['sandbox_mode=read-only'] }),
  ).rejects.toThrow(/config\.toml:1: sandbox_mode is "x"/)
})

test.each<[key: string, feature: string]>([
  ['experimental_use_unified_exec_tool', 'unified_exec'],
  ['experimental_use_exec_command_tool', 'unified_exec'],
  ['experimental_use_freeform_apply_patch', 'apply_patch_freeform'],
  ['include_apply_patch_tool', 'apply_patch_freeform'],
  ['include_view_image_tool', 'view_image_tool'],
  ['tools_view_image', 'view_image_tool'],
  ['tools_web_search', 'web_search_request'],
  ['tools.view_image', 'view_image_tool'],
  ['tools.web_search', 'web_search_request'],
  ['features.web_search', 'web_search_request'],
])('%s means features.%s, at the top, in a profile and as a flag', async (key, feature) => {
  const told = `${key} is an older name; write features.${feature}`
  for (const [text, flags, at] of [
    [`${key} = true`, {}, /:1: /],
    [`profile = "p"\nprofiles.p.${key} = true`, {}, /:2: /],
    ['', { config: [`${key}=true`] }, /^-c /],
  ] as const) {
    const { config: read, warnings } = await load({ 'home/config.toml': text }, flags)
    expect(read.features).toEqual({ [feature]: true })
    expect(warnings).toEqual([expect.stringMatching(at)])
    expect(warnings[0]).toContain(told)
  }
})

test('an older name with another value, and features that do nothing, never stop the start', async () => {
  const { config: read, warnings } = await load({
    'home/config.toml':
      'experimental_use_rmcp_client = "yes"\ntools = { web_search = { size = 3 }, other = 1 }\n[features]\nghost_commit = true\nrmcp_client = true',
  })
  expect(read.features).toEqual({ ghost_commit: true })
  expect(warnings.map((each) => each.replace(/^.*config\.toml:\d+: /, '')).sort()).toEqual([
    'experimental_use_rmcp_client is an older name that takes true or false; it has no effect',
    'the feature ghost_commit is not there yet; the key has no effect',
    'the feature rmcp_client is gone; the key has no effect',
    'tools is not supported here and has no effect',
    'tools.web_search is an older name that takes true or false; it has no effect',
  ])
})

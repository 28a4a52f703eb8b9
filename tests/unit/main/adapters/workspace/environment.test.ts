import { expect, test } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { ShellEnvironmentPolicy } from '@shared/domain/settings'
import { buildEnvironment } from '../../../../../src/main/adapters/workspace/workspace'

const policy = SandboxPolicy.parse({ mode: 'workspace-write' })
const reaches = (
  name: string,
  value: string,
  choice?: Parameters<typeof buildEnvironment>[3],
): string | undefined => buildEnvironment({ [name]: value }, policy, true, choice)[name]

/** A value that nothing but chance gives its form, as keys of no known make have it. */
const random = 'q7Fz2Lk9Vw3Xn5Rb8Tj1Ym6Pd4Hs0Gc2Ka7Qe9'
const letters = 'abcdefghijklmnopqrstuvwxyzabcdefghij'

test.each([
  'GITHUB_PAT',
  'AZURE_DEVOPS_EXT_PAT',
  'MYSQL_PWD',
  'DB_PASS',
  'db_pass',
  'dbPass',
  'TF_VAR_db_pass',
  'PGPASS',
  'SSHPASS',
  'NPM_AUTH',
  'REDISCLI_AUTH',
  'COMPOSER_AUTH',
  'DOCKER_AUTH_CONFIG',
  'BORG_PASSPHRASE',
  'AWS_CREDS',
  'SESSION_COOKIE',
  'BW_SESSION',
  'OP_SESSION_my',
  'FASTLANE_SESSION',
  'SUPABASE_JWT',
  'AZURE_STORAGE_CONNECTION_STRING',
  'WALLET_MNEMONIC',
  'npm_config__auth',
  'npm_config_//registry.example.com/:_authToken',
  'OPENAI_API_KEY',
  'HF_TOKEN',
  'client_secret',
  'SENTRY_DSN',
  'NEXT_PUBLIC_SENTRY_DSN',
  'ERROR_DSN',
  'SLACK_WEBHOOK',
  'DEPLOY_WEBHOOK_URL',
])('%s does not reach a command, whatever it holds', (name) => {
  expect(reaches(name, 'plain')).toBeUndefined()
})

test.each([
  ['a database address', 'postgres://app:hunter2@db.example.com/x'],
  ['one without a user', 'redis://:hunter2@cache:6379/0'],
  ['one with an @ in the password', 'mysql://u:p@ss@host/x'],
  ['one written for Java', 'jdbc:postgresql://db/x?user=a&password=hunter2'],
  ['one as properties', 'Server=db;User Id=sa;Password=hunter2;'],
  ['a storage account', `AccountName=a;AccountKey=${random}==`],
  ['a signed address', 'https://a.blob.core.windows.net/x?sv=2022&sig=abcdefghijklmnopqrstuvwxyz'],
  ['a token as the user', `https://${letters}@github.com/a/b`],
  ['a web hook', 'https://hooks.slack.com/services/T00/B00/XXXXXXXX'],
  ['a proxy with a password', 'http://me:hunter2@proxy:3128'],
  ['an option with a password', '-Djavax.net.ssl.trustStorePassword=hunter2'],
  ['a GitHub token', `ghp_${letters}`],
  ['a GitHub token among words', `--header x --use ghp_${letters} --now`],
  ['a fine-grained one', `github_pat_${letters}`],
  ['a GitLab token', `glpat-${letters.slice(0, 20)}`],
  ['a Slack token', 'xoxb-1234567890-abcdefghijkl'],
  ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
  ['an OpenAI key', `sk-proj-${letters}`],
  ['an Anthropic key', `sk-ant-api03-${letters}`],
  ['a Stripe key', `sk_live_${letters.slice(0, 24)}`],
  ['a Google key', `AIza${letters}`],
  ['an npm token', `npm_${letters}`],
  ['a Hugging Face token', `hf_${letters}`],
  ['a web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----'],
  ['a private key in one line', '{"k":"-----BEGIN PRIVATE KEY-----\\nabc"}'],
  ['an age key', `AGE-SECRET-KEY-1${letters.toUpperCase()}`],
  ['a value of chance', random],
  ['one in base 64', `${random.slice(0, 18)}/${random.slice(18)}==`],
  ['a service binding', '{"db":[{"credentials":{"password":"hunter2"}}]}'],
])('%s does not reach a command, whatever its variable is called', (_, value) => {
  expect(reaches('PLAIN', value)).toBeUndefined()
})

test.each([
  ['PATH', '/home/me/sk-learn-environment/bin:/usr/bin'],
  ['HOME', '/home/me'],
  ['PWD', '/work'],
  ['OLDPWD', '/home'],
  ['LANG', 'de_DE.UTF-8'],
  ['COLORTERM', 'truecolor'],
  ['SSH_AUTH_SOCK', '/run/user/1000/keyring/ssh'],
  ['XAUTHORITY', '/run/user/1000/gdm/Xauthority'],
  ['SSH_ASKPASS', '/usr/bin/ksshaskpass'],
  ['GIT_ASKPASS', '/usr/lib/askpass'],
  ['BYPASS', '1'],
  ['npm_config_registry', 'https://registry.example.com/npm/'],
  ['npm_config_https_proxy', 'http://proxy:3128'],
  ['DATABASE_URL', 'postgres://localhost/test'],
  ['HTTPS_PROXY', 'http://proxy.example.com:3128'],
  ['GIT_REMOTE', 'ssh://git@github.com/a/b'],
  ['GIT_AUTHOR_NAME', 'Ada'],
  ['GIT_AUTHOR_EMAIL', 'ada@example.com'],
  ['GITHUB_SHA', '8843d7f92416211de9ebb963ff4ce28125932878'],
  ['INVOCATION_ID', '9f86d081884c7d659a2feaa0c55ad015'],
  ['UUID', '123E4567-e89b-12d3-A456-426614174000'],
  ['XDG_SESSION_ID', '3'],
  ['XDG_SESSION_PATH', '/org/freedesktop/DisplayManager/Session0'],
  ['DBUS_SESSION_BUS_ADDRESS', 'unix:path=/run/user/1000/bus,guid=9f86d081884c7d659a2feaa0c55ad015'],
  ['LS_COLORS', 'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33:so=01;35'],
  ['TMUX', '/tmp/tmux-1000/default,1234,0'],
  ['CI_JOB_NAME', 'IntegrationTestsOnDebian12WithNode24AndChromium'],
  ['JAVA_HOME', '/usr/lib/jvm/java-21-openjdk-amd64'],
  ['NIX_PATH', '/nix/store/q7Fz2Lk9Vw3Xn5Rb8Tj1Ym6Pd4Hs0Gc2-source'],
  ['MAVEN_OPTS', '-Xmx2g -XX:+UseG1GC'],
  ['PGPASSFILE', '/home/me/.pgpass'],
  ['PATHEXT', '.COM;.EXE'],
  ['COMPASS_HOME', '/opt/compass'],
])('%s reaches a command as it is', (name, value) => {
  expect(reaches(name, value)).toBe(value)
})

test('what belongs to the engine, its package manager and the loader never reaches a command', () => {
  const env = {
    COUNTERSIGN_HOME: '/x',
    LD_PRELOAD: '/x.so',
    NODE_OPTIONS: '--require /x',
    ELECTRON_RUN_AS_NODE: '1',
    npm_package_name: 'countersign',
    npm_config_prefix: '/engine',
    npm_lifecycle_event: 'start',
  }
  const built = buildEnvironment(env, policy, true, { unreadable: [], readable: ['*'] })
  expect(Object.keys(env).filter((name) => name in built)).toEqual([])
})

test('a person takes variables out and lets others in, by name or with a star, in any case', () => {
  const choice = { unreadable: ['MY_THING', 'ACME_*'], readable: ['KEYBOARD_LAYOUT', 'tokenizers_*', 'DSN'] }
  const seen = (name: string, value = 'x'): string | undefined => reaches(name, value, choice)
  expect([seen('MY_THING'), seen('my_thing'), seen('ACME_ONE'), seen('MY_THING_2')]).toEqual([
    undefined,
    undefined,
    undefined,
    'x',
  ])
  expect([seen('KEYBOARD_LAYOUT'), seen('TOKENIZERS_PARALLELISM'), seen('DSN', 'pg://a:b@c/d')]).toEqual([
    'x',
    'x',
    'pg://a:b@c/d',
  ])
  // Who names a variable in both lists is taken at the stricter word.
  expect(reaches('A', 'x', { unreadable: ['A'], readable: ['A'] })).toBeUndefined()
})

test('a long value is judged in no time', () => {
  for (const value of ['a'.repeat(100_000), 'aA1'.repeat(40_000), '://:'.repeat(30_000), '@:'.repeat(60_000)])
    expect(typeof reaches('LONG', value)).toMatch(/string|undefined/)
})

const none = { unreadable: [], readable: [] }
const env = {
  PATH: '/bin',
  HOME: '/home/ada',
  USER: 'ada',
  STAGE: 'test',
  PORT: '80',
  API_TOKEN: 'x',
  LD_PRELOAD: 'y',
}
const got = (shell: object) => {
  const {
    GIT_TERMINAL_PROMPT: _g,
    GIT_PAGER: _h,
    PAGER: _p,
    TERM: _t,
    ...kept
  } = buildEnvironment(env, policy, false, {
    ...none,
    shell: ShellEnvironmentPolicy.parse(shell),
  })
  return kept
}

test.each([
  ['nothing said', {}, ['PATH', 'HOME', 'USER', 'STAGE', 'PORT']],
  ['only what programs need', { inherit: 'core' }, ['PATH', 'HOME', 'USER']],
  ['none of it', { inherit: 'none' }, []],
  ['some left out, in any case', { exclude: ['st*', 'Port'] }, ['PATH', 'HOME', 'USER']],
  ['only some', { include_only: ['P*'] }, ['PATH', 'PORT']],
  ['what is put in', { inherit: 'none', set: { STAGE: 'prod', API_TOKEN: 'mine' } }, ['STAGE', 'API_TOKEN']],
  ['what is put in and not included', { set: { EXTRA: '1' }, include_only: ['HOME'] }, ['HOME']],
])('commands inherit with %s', (_name, shell, names) => {
  expect(Object.keys(got(shell)).sort()).toEqual([...names].sort())
})

test('what is put in goes before what is inherited, and a secret is not inherited by being included', () => {
  expect(got({ set: { STAGE: 'prod' } })['STAGE']).toBe('prod')
  expect(got({ include_only: ['API_TOKEN', 'LD_PRELOAD'] })).toEqual({})
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigFile, ModelProvider } from '../../../../../src/shared/domain/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '../../../../../src/main/adapters/config-toml/config-error'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'

const env = { HOME: '/home/ada' }
let base = ''

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'countersign-config-'))
})
afterAll(() => rm(base, { recursive: true }))

async function homeWith(source: string | Uint8Array): Promise<string> {
  const home = await mkdtemp(join(base, 'home-'))
  await writeFile(join(home, 'config.toml'), source)
  return home
}

async function problemOf(home: string): Promise<ConfigError> {
  const error: unknown = await loadSettings({ home, env }).catch((thrown: unknown) => thrown)
  if (error instanceof ConfigError) return error
  throw new Error('the configuration was accepted', { cause: error })
}

const provider = ['[model_providers.local]', 'base_url = "http://127.0.0.1:8080/v1"']
const notToml = 'lines such as key = "value"'
const topKeys = `one of ${Object.keys(ConfigFile.shape).join(', ')}`
const providerKeys = `one of ${Object.keys(ModelProvider.shape).join(', ')}`

test.each<[name: string, lines: string[], message: string]>([
  [
    'an unknown feature',
    ['[features]', 'sandbox_comand_assessment = true'],
    `2: unknown key "sandbox_comand_assessment" in [features] (did you mean "sandbox_command_assessment"?); expected one of sandbox_command_assessment, sub_agents, experimental_sandbox_command_assessment, streamable_shell, unified_exec, view_image_tool, web_search_request, web_search, apply_patch_freeform, ghost_commit, rmcp_client, default_mode_request_user_input`,
  ],
  [
    'a feature that is not on or off',
    ['[features]', 'sandbox_command_assessment = "yes"'],
    '2: sandbox_command_assessment is "yes"; expected true or false',
  ],
  [
    'a limit that is too short',
    ['assessment_timeout_ms = 99'],
    '1: assessment_timeout_ms is 99; expected a whole number of at least 100',
  ],
  [
    'a limit in parts of a millisecond',
    ['assessment_timeout_ms = 100.5'],
    '1: assessment_timeout_ms is 100.5; expected a whole number',
  ],
  [
    'a host without a command',
    ['[hosts.build1]', 'engine = "/opt/countersign"'],
    '1: command is missing in [hosts.build1]; expected a list in square brackets',
  ],
  [
    'a host whose command is a flag',
    ['[hosts.build1]', 'command = ["-v"]'],
    '2: command is a list; expected a list whose first word is a program, such as ["ssh", "build1"]',
  ],
  [
    'an engine that a shell there would read as more than a name',
    ['[hosts.build1]', 'command = ["ssh", "build1"]', 'engine = "countersign; rm -rf ~"'],
    '3: engine is "countersign; rm -rf ~"; expected a name or an absolute path of letters, digits and ". _ + - @ /"',
  ],
  [
    'a host that says anything else of what holds commands there',
    ['[hosts.dev]', 'command = ["docker", "exec", "-i", "dev"]', 'confinement = "none"'],
    '3: confinement is "none"; expected one of "container"',
  ],
  [
    'a host that says anything else of what becomes of its turns',
    ['[hosts.dev]', 'command = ["ssh", "dev"]', 'on_close = "stop"'],
    '3: on_close is "stop"; expected one of "keep", "end"',
  ],
  [
    'a host whose name can be taken for that of another',
    ['[hosts.build1]', 'command = ["ssh", "a"]', '[hosts.Bui1d1]', 'command = ["ssh", "b"]'],
    '3: Bui1d1 is a table; expected a name that does not look like that of the host build1',
  ],
  [
    'a host whose name could be read as something else',
    ['[hosts."build1 | ok"]', 'command = ["ssh", "build1"]'],
    '1: [hosts."build1 | ok"] has a name that cannot be used; expected a name of at most 48 letters, digits, "-" and "_" that begins with a letter or digit',
  ],
  [
    'an unknown effort',
    ['assessment_reasoning_effort = "huge"'],
    '1: assessment_reasoning_effort is "huge"; expected one of "none", "minimal", "low", "medium", "high", "xhigh", "max"',
  ],
  [
    'a value that is not there',
    ['model ='],
    `1: not valid TOML at column 8: invalid value; expected ${notToml}`,
  ],
  [
    'text without quotes',
    ['model = gpt-5'],
    `1: not valid TOML at column 9: invalid value; expected ${notToml}`,
  ],
  [
    'text without its closing quote',
    ['model = "gpt'],
    `1: not valid TOML at column 9: unfinished string; expected ${notToml}`,
  ],
  [
    'a table header that is not closed',
    ['', '[model_providers.local', 'x = 1'],
    `2: not valid TOML at column 23: illegal character in key; expected ${notToml}`,
  ],
  [
    'a key written twice',
    ['model = "a"', 'model = "b"'],
    `2: not valid TOML at column 1: trying to redefine an already defined table or value; expected ${notToml}`,
  ],
  [
    'two values on one line',
    ['model = "a" "b"'],
    `1: not valid TOML at column 13: each key-value declaration must be followed by an end-of-line; expected ${notToml}`,
  ],
  [
    'a key that would reach the prototype',
    ['__proto__ = 1'],
    `1: not valid TOML at column 1: document contains an unsafe property; expected ${notToml}`,
  ],
  [
    'a list without its comma',
    ['sandbox_workspace_write = { writable_roots = ["/a" "/b"] }'],
    `1: not valid TOML at column 52: expected comma or end of structure; expected ${notToml}`,
  ],
  [
    'an unknown key close to a known one',
    ['# hi', 'aproval_policy = "never"'],
    `2: unknown key "aproval_policy" (did you mean "approval_policy"?); expected ${topKeys}`,
  ],
  ['an unknown key close to none', ['colour = "red"'], `1: unknown key "colour"; expected ${topKeys}`],
  [
    'an unknown key in a provider, whose value may be a secret',
    ['model = "m"', '', ...provider, 'api_key = "sk-secret"'],
    `5: unknown key "api_key" in [model_providers.local]; expected ${providerKeys}`,
  ],
  [
    'a hyphen in place of an underscore',
    [...provider, 'wire-api = "chat"'],
    `3: unknown key "wire-api" in [model_providers.local] (did you mean "wire_api"?); expected ${providerKeys}`,
  ],
  [
    'an unknown key in an inline table over several lines',
    ['[model_providers]', 'local = { base_url = "http://h/v1",', '  baseurl = 1 }'],
    `3: unknown key "baseurl" in [model_providers.local] (did you mean "base_url"?); expected ${providerKeys}`,
  ],
  [
    'an unknown dotted key',
    ['model_providers.local.base_url = "http://h/v1"', 'model_providers.local.retries = 1'],
    `2: unknown key "retries" in [model_providers.local]; expected ${providerKeys}`,
  ],
  [
    'an unknown key in the sandbox table',
    ['[sandbox_workspace_write]', 'network_acces = true'],
    '2: unknown key "network_acces" in [sandbox_workspace_write] (did you mean "network_access"?); expected one of writable_roots, network_access, exclude_tmpdir_env_var, exclude_slash_tmp',
  ],
  [
    'a quoted key with an escape',
    ['[model_providers."my server"]', 'base_url = "http://h/v1"', '"wire\\u005fapi" = "soap"'],
    '3: wire_api is "soap"; expected one of "responses", "chat"',
  ],
  [
    'a value that is not on the list',
    ['approval_policy = "always"'],
    '1: approval_policy is "always"; expected one of "untrusted", "effects", "on-failure", "on-request", "never", or { granular = { … } } with sandbox_approval, rules, request_permissions, mcp_elicitations, skill_approval',
  ],
  [
    'a boolean where a word belongs',
    ['approval_policy = true'],
    '1: approval_policy is true; expected one of "untrusted", "effects", "on-failure", "on-request", "never", or { granular = { … } } with sandbox_approval, rules, request_permissions, mcp_elicitations, skill_approval',
  ],
  [
    'an underscore in place of a hyphen',
    ['sandbox_mode = "workspace_write"'],
    '1: sandbox_mode is "workspace_write"; expected one of "read-only", "workspace-write", "danger-no-network", "danger-full-access"',
  ],
  ['a number where text belongs', ['model = 5'], '1: model is 5; expected text in quotes'],
  ['an empty text', ['model = ""'], '1: model is ""; expected text that is not empty'],
  ['a table where text belongs', ['[model]', 'name = "x"'], '1: model is a table; expected text in quotes'],
  [
    'a list of tables where a table belongs',
    ['[[model_providers]]', 'name = "x"'],
    '1: model_providers is a list; expected a table',
  ],
  [
    'an address where a provider table belongs',
    ['[model_providers]', 'local = "http://127.0.0.1/v1"'],
    '2: local is "http://127.0.0.1/v1"; expected a table',
  ],
  [
    'a provider without its address',
    ['[model_providers.local]', 'name = "Local"'],
    '1: base_url is missing in [model_providers.local]; expected an http or https address such as "http://127.0.0.1:11434/v1"',
  ],
  [
    'an address without its scheme',
    ['[model_providers.local]', 'base_url = "localhost:11434"'],
    '2: base_url is "localhost:11434"; expected an http or https address such as "http://127.0.0.1:11434/v1"',
  ],
  [
    'a wrong address with a password in it',
    ['[model_providers.local]', 'base_url = "ftp://me:secret@host/v1"'],
    '2: base_url is not valid; expected an http or https address such as "http://127.0.0.1:11434/v1"',
  ],
  [
    'a right address with a password in it',
    ['[model_providers.local]', 'base_url = "http://me:secret@host/v1"'],
    '2: base_url holds a user name or a password; expected an address without them, and the key in the variable that env_key names',
  ],
  [
    'a key in place of a variable name',
    [...provider, 'env_key = "sk-secret-1234"'],
    '3: env_key is not valid; expected the name of an environment variable such as "OPENAI_API_KEY"',
  ],
  [
    'an unknown wire format',
    [...provider, 'wire_api = "grpc"'],
    '3: wire_api is "grpc"; expected one of "responses", "chat"',
  ],
  [
    'a number in quotes',
    [...provider, 'request_max_retries = "4"'],
    '3: request_max_retries is "4"; expected a whole number',
  ],
  [
    'a negative number',
    [...provider, 'request_max_retries = -1'],
    '3: request_max_retries is -1; expected a whole number of at least 0',
  ],
  [
    'a number that is too large',
    [...provider, 'stream_max_retries = 101'],
    '3: stream_max_retries is 101; expected a whole number of at most 100',
  ],
  [
    'a number with a fraction',
    [...provider, 'stream_max_retries = 1.5'],
    '3: stream_max_retries is 1.5; expected a whole number',
  ],
  [
    'a provider that is not defined',
    ['model = "m"', 'model_provider = "locl"', ...provider],
    '2: model_provider is "locl", which is not defined (did you mean "local"?); expected one of "openai", "openrouter", "ollama", "lmstudio", "llamacpp", "vllm", "demo", "local", or a table [model_providers.locl]',
  ],
  [
    'a provider without a model',
    ['model_provider = "ollama"'],
    '1: model_provider is "ollama", but no model is named; expected a line such as model = "name"',
  ],
  [
    'the demo provider redefined',
    ['[model_providers.demo]', 'base_url = "http://h/v1"'],
    '1: the provider "demo" is built in and cannot be redefined; expected another name',
  ],
  [
    'text in place of a boolean',
    ['[sandbox_workspace_write]', 'network_access = "no"'],
    '2: network_access is "no"; expected true or false',
  ],
  [
    'text in place of a list',
    ['[sandbox_workspace_write]', 'writable_roots = "/srv"'],
    '2: writable_roots is "/srv"; expected a list in square brackets',
  ],
  [
    'a wrong element of a list',
    ['[sandbox_workspace_write]', 'writable_roots = [', '  "/srv", # fine', '  3,', ']'],
    '4: element 2 of writable_roots is 3; expected text in quotes',
  ],
  [
    'a relative writable root',
    ['[sandbox_workspace_write]', 'writable_roots = [', '  "/srv",', '  "build",', ']'],
    '4: element 2 of writable_roots is "build"; expected an absolute path, or one that begins with ~/',
  ],
  [
    'a date',
    ['sandbox_mode = 1979-05-27'],
    '1: sandbox_mode is a date; expected one of "read-only", "workspace-write", "danger-no-network", "danger-full-access"',
  ],
  [
    'two problems, of which the first in the file is told',
    ['model = """', 'a', '"""', 'sandbox_mode = "x"', 'colour = 1'],
    '4: sandbox_mode is "x"; expected one of "read-only", "workspace-write", "danger-no-network", "danger-full-access"',
  ],
])('says in one line what is wrong: %s', async (_name, lines, message) => {
  const home = await homeWith(lines.join('\n'))
  const problem = await problemOf(home)
  const line = Number(message.split(':', 1)[0])
  expect({ message: problem.message, line: problem.line, file: problem.file, code: problem.code }).toEqual({
    message: `${home}/config.toml:${message}`,
    line,
    file: `${home}/config.toml`,
    code: 'config-invalid',
  })
})

test('finds the same line after a byte order mark and with Windows line ends', async () => {
  const home = await homeWith('\uFEFF# first\r\nmodel = "m"\r\ncolour = 1\r\n')
  expect(await problemOf(home)).toMatchObject({ line: 3, column: 1 })
})

test('keeps a name with a line end in it on one line', async () => {
  const home = await homeWith('model = "m"\nmodel_provider = "a\\nb"')
  const { message } = await problemOf(home)
  expect(message).toMatch(/^[^\n]*model_provider is "a\\nb".*\[model_providers\."a\\nb"\]$/)
})

test('refuses a directory in the place of the file', async () => {
  const home = await mkdtemp(join(base, 'home-'))
  await mkdir(join(home, 'config.toml'))
  const { message } = await problemOf(home)
  expect(message).toBe(`${home}/config.toml: it is a directory; expected a file that can be read`)
})

test('refuses a home that is a file', async () => {
  const home = join(await homeWith(''), 'config.toml')
  const { message } = await problemOf(home)
  expect(message).toBe(`${home}/config.toml: its folder is no directory; expected a file that can be read`)
})

test('refuses bytes that are not UTF-8', async () => {
  const home = await homeWith(Uint8Array.of(0x6d, 0xff, 0xfe))
  const { message } = await problemOf(home)
  expect(message).toBe(`${home}/config.toml: not UTF-8 text; expected TOML, which is UTF-8`)
})

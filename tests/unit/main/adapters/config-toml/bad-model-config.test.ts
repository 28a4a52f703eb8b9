import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'

const provider = ['[model_providers.local]', 'base_url = "http://127.0.0.1:1/v1"']

test.each<[name: string, lines: readonly string[], message: string]>([
  [
    'a variable for commands that starts other code everywhere',
    ['[shell_environment_policy.set]', 'STAGE = "x"', 'LD_PRELOAD = "/tmp/x.so"'],
    '3: shell_environment_policy.set names LD_PRELOAD, which changes how every program starts; expected other variables, or that one in the command itself',
  ],
  [
    'a verbosity that is none',
    ['model_verbosity = "loud"'],
    '1: model_verbosity is "loud"; expected one of "low", "medium", "high"',
  ],
  [
    'an unknown way to rehearse',
    ['rehearse = "always"'],
    '1: rehearse is "always"; expected one of "ask", "auto", "off"',
  ],
  [
    'a bound of rehearsals that is none',
    ['[rehearsal]', 'timeout_ms = 0'],
    '2: timeout_ms is 0; expected a whole number of at least 1',
  ],
  [
    'a bound of undo that is none',
    ['[undo]', 'max_days = 0'],
    '2: max_days is 0; expected a whole number of at least 1',
  ],
  [
    'a key in a header',
    [...provider, 'http_headers = { "Api-Key" = "secret" }'],
    '3: http_headers holds a key in "Api-Key"; expected env_http_headers = { "Api-Key" = "NAME_OF_A_VARIABLE" }',
  ],
  [
    'a key where the name of a variable belongs, without repeating it',
    [...provider, 'env_http_headers = { "api-key" = "sk-planted" }'],
    '3: api-key in env_http_headers is not valid; expected a header with a value in ASCII, or with the name of an environment variable in env_http_headers',
  ],
  [
    'a header that would end the line',
    [...provider, 'http_headers = { "x-a" = "1\\r\\nx-b: 2" }'],
    '3: x-a in http_headers is not valid; expected a header with a value in ASCII, or with the name of an environment variable in env_http_headers',
  ],
  [
    'a host of telemetry with its port',
    ['agent_telemetry_hosts = ["counts.example", "of.example:443"]'],
    '1: element 2 of agent_telemetry_hosts is "of.example:443"; expected a host such as "telemetry.example.org", or "*.example.org" for all below it',
  ],
  [
    'an address of OpenAI that is none',
    ['openai_base_url = "api.example.com"'],
    '1: openai_base_url is "api.example.com"; expected an http or https address such as "http://127.0.0.1:11434/v1"',
  ],
  [
    'an address of OpenAI with a password, without repeating it',
    ['openai_base_url = "https://me:pw@h/v1"'],
    '1: openai_base_url holds a user name or a password; expected an address without them, and the key in OPENAI_API_KEY',
  ],
  [
    'no patience at all',
    [...provider, 'stream_idle_timeout_ms = 0'],
    '3: stream_idle_timeout_ms is 0; expected a whole number of at least 1',
  ],
  [
    'a word for a switch',
    ['assessment_outside_files = "yes"'],
    '1: assessment_outside_files is "yes"; expected true or false',
  ],
  [
    'a variable with its value, which is not repeated',
    ['[sandbox]', 'unreadable_variables = ["GITHUB_PAT=hunter2"]'],
    '2: element 1 of unreadable_variables is not valid; expected the name of an environment variable such as "DATABASE_URL" or "ACME_*", without its value',
  ],
  [
    'a limit below nothing',
    ['[sandbox.limits]', 'processes = -1'],
    '2: processes is -1; expected a whole number of at least 0',
  ],
  [
    'a fallback document by its path',
    ['project_doc_fallback_filenames = ["../NOTES.md"]'],
    '1: element 1 of project_doc_fallback_filenames is "../NOTES.md"; expected a plain file name such as "CONTRIBUTING.md"',
  ],
])('says in one line what is wrong: %s', async (_name, lines, message) => {
  const home = mkdtempSync(join(tmpdir(), 'cs-model-config-'))
  onTestFinished(() => {
    rmSync(home, { recursive: true })
  })
  writeFileSync(join(home, 'config.toml'), lines.join('\n'))
  await expect(loadSettings({ home, env: {} })).rejects.toThrow(`${join(home, 'config.toml')}:${message}`)
})

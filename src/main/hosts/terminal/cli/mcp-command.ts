import { once } from 'node:events'
import { FaultError } from '@shared/domain/fault'
import { McpServer, McpServerId } from '@shared/domain/mcp-server'
import type { SettingEdit, SettingsView } from '@shared/domain/settings-view'
import type { AddCommand, CliContext, CliEngine } from '../../cli/cli-context'
import { visible, visibleJson, visibleLine } from '../../visible'
import { exitCodes } from '../run-once'
import { addConfigFlags } from './add-config-flags'

/** What `countersign mcp add` takes besides the program. */
interface AddOptions {
  readonly url?: string
  readonly bearerTokenEnvVar?: string
  readonly env: readonly string[]
}

const refuse = (message: string): never => {
  throw new FaultError({ code: 'bad-request', message })
}

const checkId = (id: string): string =>
  McpServerId.safeParse(id).success
    ? id
    : refuse(
        `The name ${JSON.stringify(id)} cannot be used; expected at most 48 letters, digits, "-" and "_".`,
      )

/** `NAME=value` as its two parts. */
function readVariable(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) return refuse(`--env ${JSON.stringify(text)}: expected NAME=value.`)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** The table that `add` writes: only what was said. */
function tableFor(
  program: readonly string[],
  { url, bearerTokenEnvVar, env }: AddOptions,
): SettingEdit['value'] {
  const [command, ...args] = program
  if ((command === undefined) === (url === undefined))
    return refuse('Expected either --url, or "--" and the program that is the server.')
  const variables = Object.fromEntries(env.map(readVariable))
  const table = {
    ...(command === undefined ? {} : { command }),
    ...(args.length === 0 ? {} : { args }),
    ...(env.length === 0 ? {} : { env: variables }),
    ...(url === undefined ? {} : { url }),
    ...(bearerTokenEnvVar === undefined ? {} : { bearer_token_env_var: bearerTokenEnvVar }),
  }
  const problem = McpServer.safeParse(table).error?.issues[0]
  return problem ? refuse(`${problem.path.join('.')} is not valid: ${problem.message}.`) : table
}

/** A server as it is configured, in the reference's shape for scripts (docs/spec/configuration.md). Values of `env` and headers are left out. */
function described(id: string, rows: SettingsView['rows']) {
  const at = `mcp_servers.${id}.`
  const values = new Map(
    rows.flatMap(({ key, value }) => (key.startsWith(at) ? [[key.slice(at.length), value] as const] : [])),
  )
  const names = (table: string): readonly string[] =>
    [...values.keys()].flatMap((key) => (key.startsWith(`${table}.`) ? [key.slice(table.length + 1)] : []))
  const get = (key: string) => values.get(key) ?? null
  return {
    name: id,
    enabled: get('enabled') ?? true,
    transport:
      get('url') === null
        ? {
            type: 'stdio',
            command: get('command'),
            args: get('args') ?? [],
            env: names('env'),
            cwd: get('cwd'),
          }
        : {
            type: 'streamable_http',
            url: get('url'),
            bearer_token_env_var: get('bearer_token_env_var'),
            http_headers: names('http_headers'),
            env_http_headers: names('env_http_headers'),
          },
    enabled_tools: get('enabled_tools'),
    disabled_tools: get('disabled_tools'),
    startup_timeout_sec: get('startup_timeout_sec'),
    tool_timeout_sec: get('tool_timeout_sec'),
  }
}

type Described = ReturnType<typeof described>

const idsIn = (rows: SettingsView['rows']): readonly string[] =>
  [...new Set(rows.flatMap(({ key }) => /^mcp_servers\.([\w-]+)\./.exec(key)?.[1] ?? []))].toSorted()

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function line({ name, enabled, transport }: Described): string {
  const args = 'args' in transport && Array.isArray(transport.args) ? transport.args : []
  const how = 'url' in transport ? plain(transport.url) : [transport.command, ...args].map(plain).join(' ')
  return visibleLine(`${name}${enabled === false ? ' (off)' : ''}  ${how}`)
}

async function edit(
  { engine }: CliEngine,
  cli: CliContext,
  id: string,
  value: SettingEdit['value'],
): Promise<number> {
  const { version, file } = await engine.readSettings()
  const reply = await engine.writeSettings(version, [{ key: `mcp_servers.${id}`, value }])
  if (reply.kind === 'written') return 0
  const why = reply.kind === 'conflict' ? `${file} was changed meanwhile` : reply.message
  cli.complain(`countersign: ${visible(why)}. Nothing was written.\n`)
  return 2
}

/** The rows of the configuration, or exit code 2 where it cannot be read. */
async function withRows(
  cli: CliContext,
  use: (rows: SettingsView['rows'], composed: CliEngine) => Promise<number> | number,
): Promise<void> {
  await cli.withEngine(async (composed) => {
    const { rows, problem } = await composed.engine.readSettings()
    if (problem === undefined) return use(rows, composed)
    cli.complain(`countersign: ${visible(problem)}\n`)
    return 2
  })
}

/** `countersign mcp`: the MCP servers of config.toml. Sessions that run keep theirs; the next one has what is written here. */
export const addMcp: AddCommand = (mcp, cli) => {
  mcp
    .command('list')
    .description('lists the configured servers')
    .option('--json', 'print them as JSON')
    .action(({ json = false }: { json?: boolean }) =>
      withRows(cli, (rows) => {
        const all = idsIn(rows).map((id) => described(id, rows))
        const none = 'No MCP server is configured. Add one: countersign mcp add NAME -- PROGRAM ARGUMENTS\n'
        cli.write(json ? `${visibleJson(all)}\n` : all.map((each) => `${line(each)}\n`).join('') || none)
        return 0
      }),
    )
  mcp
    .command('get')
    .description('shows one server')
    .argument('<name>')
    .option('--json', 'print it as JSON')
    .action((id: string, { json = false }: { json?: boolean }) =>
      withRows(cli, (rows) => {
        if (!idsIn(rows).includes(id))
          return refuse(
            `There is no MCP server ${JSON.stringify(id)}; expected one of ${idsIn(rows).join(', ') || 'those that "mcp add" adds'}.`,
          )
        const found = described(id, rows)
        cli.write(json ? `${visibleJson(found)}\n` : `${visible(JSON.stringify(found, undefined, 2))}\n`)
        return 0
      }),
    )
  mcp
    .command('add')
    .description('adds a server to config.toml, or replaces it')
    .argument('<name>')
    .argument('[program...]', 'behind "--": the program that is the server, and its arguments')
    .option('--url <url>', 'it is reached by streamable HTTP at this address')
    .option('--bearer-token-env-var <name>', 'the environment variable that holds its token')
    .option(
      '--env <NAME=value>',
      'a variable of its environment; may be given again',
      (text: string, all: string[]) => [...all, text],
      [],
    )
    .action((id: string, words: readonly string[], options: AddOptions) => {
      const table = tableFor(words, options)
      return cli.withEngine((composed) => edit(composed, cli, checkId(id), table))
    })
  mcp
    .command('remove')
    .description('takes a server out of config.toml')
    .argument('<name>')
    .action((id: string) =>
      withRows(cli, (rows, composed) => {
        if (!idsIn(rows).includes(checkId(id))) return refuse(`There is no MCP server ${JSON.stringify(id)}.`)
        return edit(composed, cli, id, null)
      }),
    )
  mcp
    .command('login')
    .description('signs in to a server that is reached by address')
    .argument('<name>')
    .action((id: string) =>
      cli.withEngine(async ({ engine }) => {
        const { url, host, codeTo, done } = await engine.mcp.signIn(checkId(id))
        cli.write(
          visible(
            `Sign in at ${host}. ${codeTo === undefined ? '' : `What you come back with goes to another host, which can then act as you there: ${codeTo}. `}Open this address in a browser on this machine:\n\n${url}\n\n`,
          ),
        )
        const stopped = once(cli.stop, 'abort').then(() => 'stopped')
        if ((await Promise.race([done, stopped])) !== undefined) return exitCodes.interrupted
        cli.write(`Signed in to ${id}.\n`)
        return 0
      }),
    )
  mcp
    .command('logout')
    .description('forgets what a sign-in to a server brought')
    .argument('<name>')
    .action((id: string) =>
      cli.withEngine(async ({ engine }) => {
        await engine.mcp.signOut(checkId(id))
        return 0
      }),
    )
  for (const each of mcp.commands) addConfigFlags(each)
}

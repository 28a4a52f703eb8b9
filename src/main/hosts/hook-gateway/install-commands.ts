import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Argument, type Command } from 'commander'
import { HookAgent, hookAgentNames } from '@shared/domain/hook-agent'
import { FaultError } from '@shared/domain/fault'
import type { HookChange, HookScope, HookWay } from '../../core/ports/hook-settings'
import type { CliContext, CliEngine } from '../cli/cli-context'
import { terminalAsk } from '../cli/terminal-ask'
import { visible } from '../visible'
import { sameText } from '../same-text'
import { afterInstall, changeText, hookCommand, planInstall } from './install'
import { hookGatewayProof, nonceHeader } from './hook-gateway-proof'
import { sendToHookGateway } from './send-to-hook-gateway'

interface Options {
  readonly user?: true
  readonly project?: true
  readonly print?: true
  readonly yes?: true
  readonly program?: true
  readonly everyCall?: true
}

const agentArgument = (): Argument =>
  new Argument('<agent>', 'claude-code or codex').choices(HookAgent.options)

/** The argv that starts this command line. */
const ownProgram = (cli: CliContext): readonly string[] => [process.execPath, join(cli.moduleDir, 'cli.js')]

const scopeOf = ({ project, user }: Options): HookScope => {
  if (project && user)
    throw new FaultError({ code: 'bad-request', message: 'Expected one of --user and --project, not both.' })
  return project ? 'project' : 'user'
}

/** `countersign desk install`, `uninstall` and `status`: an agent's settings, shown before they are changed. */
export function addInstall(desk: Command, cli: CliContext): void {
  const scoped = (command: Command): Command =>
    command
      .addArgument(agentArgument())
      .option('--user', 'in your own settings of the agent (the default)')
      .option('--project', 'in the settings of the project in this folder, those that are not shared')
      .option('--print', 'show the change and make none')
      .option('--yes', 'make it without asking')
  scoped(desk.command('install'))
    .description('has an agent ask at the desk: shows the change of its settings, asks, and makes it')
    .option('--program', 'by a program that makes sure who listens, where the agent could send by itself')
    .option('--every-call', 'before every call that does more than read, also where the agent would not ask')
    .action((given: string, options: Options) =>
      cli.withEngine(async (composed) => {
        const agent = HookAgent.parse(given)
        const { file, hooks, diff } = composed.hookGatewayOfHome
        const program = ownProgram(cli)
        const wish = {
          ...{ agent, scope: scopeOf(options) },
          ...{ byProgram: options.program === true, everyCall: options.everyCall === true },
        }
        const change = await planInstall(wish, { home: composed.home, file, hooks, diff, program })
        const made = await makeShown(change, options, cli, composed)
        if (made === 'made') cli.write(afterInstall(agent))
        return made === 'not-asked' ? 2 : 0
      }),
    )
  scoped(desk.command('uninstall'))
    .description('takes back what install put there, and nothing else')
    .action((given: string, options: Options) =>
      cli.withEngine(async (composed) => {
        const target = { agent: HookAgent.parse(given), scope: scopeOf(options) }
        const change = await composed.hookGatewayOfHome.hooks.plan(target, undefined)
        return (await makeShown(change, options, cli, composed)) === 'not-asked' ? 2 : 0
      }),
    )
  desk
    .command('status')
    .description('says which agents ask here, and sends each of their hooks through')
    .action(() => cli.withEngine((composed) => printStatus(cli, composed)))
}

/** Shows a change and makes it, where a person says so. */
async function makeShown(
  change: HookChange,
  options: Options,
  cli: CliContext,
  { hookGatewayOfHome: { diff, hooks } }: CliEngine,
): Promise<'made' | 'nothing' | 'kept' | 'not-asked'> {
  if (change.before === change.after) {
    cli.write(visible(`${change.path}: nothing is to change.\n`))
    return 'nothing'
  }
  cli.write(visible(changeText(change, diff)))
  if (options.print) return 'kept'
  if (!options.yes) {
    const { ask, close } = terminalAsk(cli.stop)
    if (!ask) {
      cli.complain(
        'countersign: nobody can be asked here; nothing was changed. Expected a terminal, or --yes.\n',
      )
      return 'not-asked'
    }
    const line = await ask('Make this change? (y/N) ')
    close()
    if (line?.trim().toLowerCase() !== 'y') {
      cli.write('Nothing was changed.\n')
      return 'kept'
    }
  }
  await hooks.make(change)
  cli.write(visible(`${change.path}: changed.\n`))
  return 'made'
}

/** 0: everything that is installed came through; 1: something did not. */
async function printStatus(
  cli: CliContext,
  { hookGatewayOfHome: { hooks }, home }: CliEngine,
): Promise<number> {
  let failed = false
  for (const agent of HookAgent.options)
    for (const scope of ['user', 'project'] as const) {
      const installed = await hooks.installed({ agent, scope })
      const name = `${hookAgentNames[agent]} (${scope})`
      if (installed.length === 0) cli.write(`${name}: not installed\n`)
      for (const { event, way } of installed) {
        const own = hookCommand(agent, { program: ownProgram(cli), home })
        const trip = await tryHook(agent, way, own)
        failed ||= trip.kind === 'failed'
        const came =
          trip.kind === 'answered' ? `answered in ${trip.ms.toFixed(0)} ms` : `no answer: ${trip.why}`
        cli.write(
          visible(`${name}: ${event} installed by ${way.kind === 'http' ? 'address' : 'program'}, ${came}\n`),
        )
      }
    }
  return failed ? 1 : 0
}

/** How a hook that is installed came through. */
type RoundTrip =
  | { readonly kind: 'answered'; readonly ms: number }
  | { readonly kind: 'failed'; readonly why: string }

const patienceMs = 10_000

/** A hook that asks nothing: what comes before a call that only reads. Nobody is asked about it, and it is answered all the same. */
const harmless = (cwd: string): string =>
  JSON.stringify({
    ...{ session_id: 'countersign-desk-status', cwd, hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Read', tool_input: { file_path: cwd } },
  })

/** Sends a hook the very way that the agent does, and says how it came through. Never throws. */
async function tryHook(agent: HookAgent, way: HookWay, own: string): Promise<RoundTrip> {
  const began = performance.now()
  const cwd = process.cwd()
  try {
    const why =
      way.kind === 'http' ? await tryAddress(agent, way, cwd) : await tryProgram(way.command, own, cwd)
    return why === undefined ? { kind: 'answered', ms: performance.now() - began } : { kind: 'failed', why }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { kind: 'failed', why: code === 'ECONNREFUSED' ? 'the desk is closed' : message }
  }
}

async function tryAddress(
  agent: HookAgent,
  { port, token, retriesOnly }: Extract<HookWay, { kind: 'http' }>,
  cwd: string,
): Promise<string | undefined> {
  const nonce = randomBytes(32).toString('hex')
  const proof = await sendToHookGateway({ port, path: '/proof', headers: { [nonceHeader]: nonce } })
  if (!sameText(proof.text, hookGatewayProof(token, nonce, port)))
    return 'what listens there is not this desk, or its token is another: install it again'
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const path = `${agent === 'codex' ? '/codex' : '/claude'}${retriesOnly ? '/retries' : ''}`
  const answer = await sendToHookGateway({ port, path, headers }, Buffer.from(harmless(cwd)))
  return answer.status === 200 ? undefined : `the desk answered ${String(answer.status)}`
}

/**
 * The agents start it by a shell, and so is it here: only what this program itself puts in. What else says that it is a hook for the desk may have come with a project, or
 * from a command of a session.
 */
async function tryProgram(command: string, own: string, cwd: string): Promise<string | undefined> {
  if (command !== own && command !== `${own} --retries`)
    return `it was not tried, since this program did not put it there: ${command}. Install it again`
  const { execa } = await import('execa')
  const done = await execa(command, {
    ...{ shell: true, cwd, input: harmless(cwd), timeout: patienceMs, reject: false },
  })
  if (done.exitCode === 0 && done.stderr === '') return undefined
  return done.stderr.split('\n')[0] ?? `it ended with ${String(done.exitCode)}`
}

import { constants, openSync, closeSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { FaultError } from '@shared/domain/fault'
import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import type { TurnOverrides } from '@shared/domain/session'
import type { SessionInput } from '../../core/engine/engine-service'
import { isKernels } from '../../core/shell/paths'
import { holdNamed } from '../named-place'

/** What `countersign exec` was called with. `resume` is true for the newest session. */
export interface ExecOptions {
  readonly json?: boolean
  readonly cd?: string
  readonly model?: string
  readonly approvalPolicy?: NamedApprovalPolicy
  readonly sandbox?: SandboxMode
  readonly fullAuto?: boolean
  readonly outputSchema?: string
  readonly outputLastMessage?: string
  readonly resume?: string | true
  /** The id of an agent of another maker that works in place of ours. */
  readonly agent?: string
  /** The lines of the reference's `exec --json`, and its manners (docs/spec/exec.md). */
  readonly experimentalJson?: boolean
  readonly addDir?: readonly string[]
  readonly image?: readonly string[]
  readonly threadSource?: string
  /** The host whose engine runs it; nothing is done here then. */
  readonly host?: string
  /** In a sandbox of a fleet: what is cloned there, or sent, what becomes of it, and of the sandbox (docs/hosts.md). */
  readonly clone?: string
  readonly branch?: string
  readonly send?: string
  readonly pull?: boolean
  readonly delete?: boolean
  readonly cyberAccessProgram?: string
  /** `-c` as it was typed. */
  readonly config?: readonly string[]
}

/** Adds the options of `exec`. */
export function execOptions(command: Command): Command {
  return command
    .option('--json', 'print every event as one JSON line')
    .option('--cd <dir>', 'the folder to work in (default: this one)')
    .option('--host <name>', 'runs it on this host of config.toml, in a folder there (--cd); never here')
    .addOption(
      new Option(
        '--clone <remote>',
        'with a fleet as --host: clones this in a new sandbox: an address, or a remote of the repository here',
      ).conflicts('send'),
    )
    .option('--branch <name>', 'with --clone: this branch (default: that of the remote)')
    .option('--send <dir>', 'with a fleet as --host: sends this folder to a new sandbox')
    .option('--pull', 'with --clone or --send: brings what was changed there back as a branch')
    .option('--delete', 'with --clone or --send: deletes the sandbox behind the run')
    .option('--model <name>', 'the model to use')
    .option('--agent <id>', 'an agent of another maker that works in the sandbox (see countersign agents)')
    .addOption(new Option('--approval-policy <policy>', 'when to ask').choices(NamedApprovalPolicy.options))
    .addOption(new Option('--sandbox <mode>', 'what commands may touch').choices(SandboxMode.options))
    .addOption(
      new Option('--full-auto', 'asks nobody: --sandbox workspace-write --approval-policy never').conflicts([
        'approvalPolicy',
        'sandbox',
      ]),
    )
    .option('--output-schema <file>', 'a JSON Schema that the last message must fit')
    .option('--output-last-message <file>', 'writes the last message to this file')
    .option('--resume [id]', 'goes on with a session: this one, or the newest in this folder')
    .option('--add-dir <dir>', 'a further folder that commands may write to (again for more)', more, [])
    .option('--image <file>', 'a picture that goes with the prompt (again for more)', more, [])
    .option('--experimental-json', 'print the lines that OpenAI’s SDK reads; nobody is asked')
    .addOption(new Option('--skip-git-repo-check').hideHelp())
    .addOption(new Option('--thread-source <source>').hideHelp())
    .addOption(new Option('--cyber-access-program <program>').hideHelp())
    .argument('[prompt]', 'what the agent should do; - or nothing reads standard input')
    .argument('[id]', 'after the word resume: the session to go on with')
    .argument('[next]', 'after resume and the session: what the agent should do')
}

const more = (value: string, all: readonly string[]): readonly string[] => [...all, value]

/** What the arguments say: `[prompt]`, or `resume ID [prompt]`. Throws FaultError `bad-request` for anything else. */
export function readArguments(words: readonly (string | undefined)[]): {
  readonly prompt?: string
  readonly resume?: string
} {
  const [first, id, next] = words
  if (id === undefined) return first === undefined ? {} : { prompt: first }
  if (first !== 'resume')
    throw new FaultError({
      code: 'bad-request',
      message: 'There are too many arguments; expected one prompt, or resume ID and a prompt.',
    })
  return { resume: id, ...(next === undefined ? {} : { prompt: next }) }
}

/** The session's settings that the options name. */
export function sessionInput(options: ExecOptions): SessionInput {
  const { agent, model, approvalPolicy, sandbox, fullAuto = false } = options
  return {
    cwd: resolve(options.cd ?? '.'),
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined ? {} : { agent }),
    ...(fullAuto
      ? { approvalPolicy: 'never', sandboxMode: 'workspace-write' }
      : {
          ...(approvalPolicy === undefined ? {} : { approvalPolicy }),
          ...(sandbox === undefined ? {} : { sandboxMode: sandbox }),
        }),
  }
}

const Schema = z.record(z.string(), z.json())

/** What the file holds; undefined where a link that a command could have made leads to it: what it is goes to the model. Throws what the system says. */
function textNamed(file: string, work: string): string | undefined {
  if (isKernels(resolve(file))) return readFileSync(file, 'utf8')
  const place = holdNamed(file, ['.', work], 'follow')
  if (!place) return undefined
  try {
    const fd = openSync(place.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      return readFileSync(fd, 'utf8')
    } finally {
      closeSync(fd)
    }
  } finally {
    place.close()
  }
}

/** The schema in the file; `work` is the folder that is worked in. Throws FaultError `bad-request` that names the file and what was expected. */
export function readOutputSchema(file: string, work = '.'): NonNullable<TurnOverrides['outputSchema']> {
  let text: string | undefined
  try {
    text = textNamed(file, work)
    return Schema.parse(JSON.parse(text ?? ''))
  } catch (error) {
    const isLink = error instanceof SyntaxError && text === undefined
    const reason = isLink
      ? 'it is a link, or lies behind one'
      : error instanceof SyntaxError
        ? 'it is no JSON'
        : error instanceof z.ZodError
          ? 'it is no object'
          : ((error as NodeJS.ErrnoException).code ?? 'it cannot be read')
    throw new FaultError({
      code: 'bad-request',
      message: `--output-schema ${file}: ${reason}; expected a file with a JSON Schema object.`,
    })
  }
}

import { isAbsolute } from 'node:path/posix'
import { FaultError } from '@shared/domain/fault'
import type { TurnOverrides } from '@shared/domain/session'
import type { CliContext } from '../../cli/cli-context'
import { sessionInput, type ExecOptions } from '../exec-options'
import { openLastMessage } from '../last-message-file'
import { runOnHost, type HostRun } from './run-on-host'

/** What `exec --host` was called with. */
export interface ExecOnHost {
  readonly options: ExecOptions
  /** Absent: what runs in the session that is resumed is followed. */
  readonly prompt: string | undefined
  readonly resume: string | true | undefined
  readonly overrides: TurnOverrides
}

const refuse = (message: string): never => {
  throw new FaultError({ code: 'bad-request', message })
}

/** A folder of a host's. Throws FaultError `bad-request` for none and for one that would be looked for from a folder here. */
export const folderThere = (folder: string | undefined): string =>
  folder !== undefined && isAbsolute(folder)
    ? folder
    : refuse('--host works in a folder there; expected --cd with its absolute path.')

/** The run itself, in a folder there. */
export const runThere = (
  { options, prompt, overrides }: ExecOnHost,
  cwd: string | undefined,
  { complain }: Pick<CliContext, 'complain'>,
): HostRun => ({
  input: { ...sessionInput({ ...options, cd: '/' }), ...(cwd !== undefined && { cwd }) },
  ...{ prompt, overrides, json: options.json ?? false },
  ...(options.outputLastMessage !== undefined && {
    onLastMessage: openLastMessage(options.outputLastMessage, complain),
  }),
})

/** What is of this machine, and would silently be left out there. */
export function refuseWhatStaysHere({ options, resume }: ExecOnHost): void {
  const { pull, branch, delete: deletes, cd, image = [], addDir = [], experimentalJson } = options
  if (options.clone === undefined && options.send === undefined && (pull ?? branch ?? deletes) !== undefined)
    refuse('--pull, --branch and --delete are for a new sandbox; expected --clone or --send with them.')
  if (experimentalJson)
    refuse('--experimental-json is for a run on this machine; expected --json with --host.')
  if (image.length > 0) refuse('--image names a file of this machine, which --host does not send.')
  if (addDir.length > 0) refuse('--add-dir is not taken with --host; expected it in the config.toml there.')
  if (resume !== undefined) {
    const { model, approvalPolicy, sandbox, fullAuto } = options
    if (resume !== true && cd !== undefined)
      refuse(
        `${JSON.stringify(resume)} behind --resume is taken for the id of a session, which has its folder; expected no --cd with it, or a prompt before --resume.`,
      )
    if ([model, approvalPolicy, sandbox, fullAuto].some((each) => each !== undefined))
      refuse('A session of a host goes on as it was; expected no other settings with --resume.')
    if (resume !== true) return
  }
  if (options.clone === undefined && options.send === undefined) folderThere(cd)
}

/** `countersign exec --host NAME`. Never does anything on this machine, whatever is wrong there. */
export async function execOnHost(host: string, cli: CliContext, exec: ExecOnHost): Promise<void> {
  refuseWhatStaysHere(exec)
  const { options, resume } = exec
  await runOnHost(host, cli, { ...runThere(exec, options.cd, cli), ...(resume !== undefined && { resume }) })
}

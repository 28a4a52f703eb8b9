import { resolve } from 'node:path'
import { resolve as resolveThere } from 'node:path/posix'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Assessment } from '@shared/domain/assessment'
import { FaultError } from '@shared/domain/fault'
import type { SandboxMode } from '@shared/domain/sandbox-policy'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { effectInWords } from '@shared/messages/effect'
import type { AssessTyped } from '../../core/assessment/assess-typed'
import { assessmentLines, assessmentReport } from './assessment-report'
import type { Write } from '../cli/cli-context'
import { reportLine, visibleLine } from '../visible'

/** What `countersign assess` was called with. */
export interface AssessOptions {
  readonly json?: boolean
  readonly stdin?: boolean
  readonly policy?: SandboxMode
  readonly model: boolean
}

const Line = z.strictObject({ argv: z.array(z.string()).min(1), cwd: z.string().min(1).optional() })
const expectation = 'expected {"argv": ["program", "argument", …], "cwd"?: "folder"}'

/** Where it writes and what it reads; a broken pipe or an interrupt ends it. */
export interface AssessIo {
  readonly write: Write
  readonly complain: Write
  readonly input: Readable
  readonly signal: AbortSignal
}

function readLine(text: string): z.infer<typeof Line> | { readonly problem: string } {
  try {
    const parsed = Line.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    return {
      problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'bad'}; ${expectation}`.replace(
        /^: /,
        '',
      ),
    }
  } catch {
    // JSON's own words differ from version to version and name no expectation.
    return { problem: `no JSON; ${expectation}` }
  }
}

/**
 * Prints what is known of a command without running it; with `stdin` one JSON line for each line read, in their order.
 * Resolves with the exit code: 0, 2 for bad arguments, 1 when a line could not be read (its answer is `{"error": …}`). Throws FaultError `bad-request` for
 * no folder, and as the host does.
 */
export async function runAssess(
  asked: {
    readonly argv: readonly string[]
    /** Its absolute path, on the machine where this is done. */
    readonly folder: string
    readonly options: AssessOptions
    readonly assess: AssessTyped
    /** The host that this is done on; absent: this machine. */
    readonly host?: string
  },
  io: AssessIo,
): Promise<number> {
  const { argv, folder, options, assess, host } = asked
  const policy = options.policy === undefined ? {} : { policy: sandboxPolicyForMode(options.policy) }
  const judge = (words: readonly string[], cwd: string): Promise<Assessment> =>
    assess({ argv: words, cwd, model: options.model, ...policy }, io.signal)
  if (options.stdin !== true) {
    if (argv.length === 0) {
      io.complain('countersign: there is no command; expected one behind --, or --stdin.\n')
      return 2
    }
    const assessment = await judge(argv, folder)
    if (options.json === true) io.write(reportLine(assessmentReport(assessment), host))
    else
      io.write(
        `${[assessment.facts ? effectInWords(assessment.facts.effect) : '', ...assessmentLines(assessment)].map(visibleLine).join('\n')}\n`,
      )
    return 0
  }
  const reported = async (text: string): Promise<object> => {
    const line = readLine(text)
    if ('problem' in line) return { error: line.problem }
    const within = host === undefined ? resolve : resolveThere
    try {
      return assessmentReport(await judge(line.argv, within(folder, line.cwd ?? '.')))
    } catch (error) {
      if (error instanceof FaultError && error.code === 'bad-request') return { error: error.message }
      throw error
    }
  }
  let code = 0
  for await (const text of createInterface({ input: io.input, crlfDelay: Infinity })) {
    if (io.signal.aborted) return 130
    if (text.trim() === '') continue
    const report = await reported(text)
    if ('error' in report) code = 1
    io.write(reportLine(report, host))
  }
  return code
}

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Assessment } from '@shared/domain/assessment'
import type { SandboxMode } from '@shared/domain/sandbox-policy'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { effectInWords } from '@shared/messages/effect'
import type { AssessTyped } from '../../core/assessment/assess-typed'
import { assessmentLines, assessmentReport } from './assessment-report'
import type { Write } from '../cli/cli-context'
import { visibleLine } from '../visible'

/** What `countersign assess` was called with. */
export interface AssessOptions {
  readonly json?: boolean
  readonly stdin?: boolean
  readonly cwd?: string
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

function folderProblem(folder: string): string | undefined {
  try {
    return statSync(folder).isDirectory()
      ? undefined
      : `${folder} is no folder; expected one for the command to run in.`
  } catch (error) {
    return `${folder} cannot be used (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}); expected an existing folder.`
  }
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
 * Resolves with the exit code: 0, 2 for bad arguments, 1 when a line could not be read (its answer is `{"error": …}`).
 */
export async function runAssess(
  asked: { readonly argv: readonly string[]; readonly options: AssessOptions; readonly assess: AssessTyped },
  io: AssessIo,
): Promise<number> {
  const { argv, options, assess } = asked
  const folder = resolve(options.cwd ?? '.')
  const policy = options.policy === undefined ? {} : { policy: sandboxPolicyForMode(options.policy) }
  const judge = (words: readonly string[], cwd: string): Promise<Assessment> =>
    assess({ argv: words, cwd, model: options.model, ...policy }, io.signal)
  if (options.stdin !== true) {
    const problem =
      argv.length === 0 ? 'there is no command; expected one behind --, or --stdin.' : folderProblem(folder)
    if (problem !== undefined) {
      io.complain(`countersign: ${problem}\n`)
      return 2
    }
    const assessment = await judge(argv, folder)
    if (options.json === true) io.write(`${JSON.stringify(assessmentReport(assessment))}\n`)
    else
      io.write(
        `${[assessment.facts ? effectInWords(assessment.facts.effect) : '', ...assessmentLines(assessment)].map(visibleLine).join('\n')}\n`,
      )
    return 0
  }
  let code = 0
  for await (const text of createInterface({ input: io.input, crlfDelay: Infinity })) {
    if (io.signal.aborted) return 130
    if (text.trim() === '') continue
    const line = readLine(text)
    const cwd = 'problem' in line ? folder : resolve(folder, line.cwd ?? '.')
    const problem = 'problem' in line ? line.problem : folderProblem(cwd)
    if (problem !== undefined || 'problem' in line) {
      code = 1
      io.write(`${JSON.stringify({ error: problem })}\n`)
      continue
    }
    io.write(`${JSON.stringify(assessmentReport(await judge(line.argv, cwd)))}\n`)
  }
  return code
}

import type { DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import type { AddCommand, Write } from '../../cli/cli-context'
import { visibleLine } from '../../visible'

/** `countersign doctor`: what the machine has and lacks. */
export const addDoctor: AddCommand = (command, cli) => {
  command
    .option('--json', 'print the report as JSON')
    .action((options: { json?: boolean }) =>
      cli.withEngine(async ({ engine }) =>
        printDoctor(await engine.doctor(), options.json === true, cli.write),
      ),
    )
}

const marks = { ok: 'ok     ', warn: 'warning', missing: 'missing' } as const

/** Prints the report; the exit code is 1 when something is missing. */
export function printDoctor(
  report: { readonly sandbox: SandboxStatus; readonly checks: readonly DoctorCheck[] },
  json: boolean,
  write: Write,
): number {
  if (json) write(`${JSON.stringify(report)}\n`)
  else
    for (const check of report.checks) {
      write(`${marks[check.status]}  ${visibleLine(check.title)}: ${visibleLine(check.detail)}\n`)
      if (check.remedy !== undefined) write(`         ${visibleLine(check.remedy)}\n`)
    }
  return report.checks.some((check) => check.status === 'missing') ? 1 : 0
}

import type { DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import type { AddCommand, Write } from '../../cli/cli-context'
import { visibleJson, visibleLine } from '../../visible'

/** `countersign doctor`: what the machine has and lacks. */
export const addDoctor: AddCommand = (command, cli) => {
  command
    .option('--json', 'print the report as JSON')
    .option('--host <name>', 'of this host of config.toml, by the engine there')
    .action(async ({ json = false, host }: { json?: boolean; host?: string }) => {
      if (host === undefined)
        return cli.withEngine(async ({ engine }) => printDoctor(await engine.doctor(), json, cli.write))
      const { withHost, withName } = await import('../remote/run-on-host')
      await cli.withHosts((hosts) =>
        withHost(hosts, host, {
          cli,
          use: async (client) =>
            printDoctor(
              await client.request('doctor.run', {}),
              json,
              json ? cli.write : withName(host, cli.write),
            ),
        }),
      )
    })
}

const marks = { ok: 'ok     ', warn: 'warning', missing: 'missing' } as const

/** Prints the report; the exit code is 1 when something is missing. */
export function printDoctor(
  report: { readonly sandbox: SandboxStatus; readonly checks: readonly DoctorCheck[] },
  json: boolean,
  write: Write,
): number {
  if (json) write(`${visibleJson(report)}\n`)
  else printChecks(report.checks, write)
  return report.checks.some((check) => check.status === 'missing') ? 1 : 0
}

/** Prints what was found, a line each and the remedy below it. */
export function printChecks(checks: readonly DoctorCheck[], write: Write): void {
  for (const check of checks) {
    write(`${marks[check.status]}  ${visibleLine(check.title)}: ${visibleLine(check.detail)}\n`)
    if (check.remedy !== undefined) write(`         ${visibleLine(check.remedy)}\n`)
  }
}

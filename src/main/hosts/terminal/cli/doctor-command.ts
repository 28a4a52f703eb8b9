import type { DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import type { AddCommand, Write } from '../../cli/cli-context'
import { reportLine, visibleLine } from '../../visible'

/** `countersign doctor`: what the machine has and lacks. */
export const addDoctor: AddCommand = (command, cli) => {
  command
    .option('--json', 'print the report as JSON')
    .option('--host <name>', 'of this host of config.toml, by the engine there')
    .action(async ({ json = false, host }: { json?: boolean; host?: string }) => {
      if (host === undefined)
        return cli.withEngine(async ({ engine }) => printDoctor(await engine.doctor(), json, cli.write))
      const [{ tellLeftOut, withHost, withName }, { cutAnswer, mostOfChecks }] = await Promise.all([
        import('../remote/run-on-host'),
        import('../../../core/host-link/cut-answer'),
      ])
      await cli.withHosts((hosts) =>
        withHost(hosts, host, {
          ...{ cli, json },
          use: async (client) => {
            const { answer, leftOut } = cutAnswer(await client.request('doctor.run', {}), mostOfChecks)
            tellLeftOut(host, leftOut, cli.complain)
            return printDoctor({ host, ...answer }, json, json ? cli.write : withName(host, cli.write))
          },
        }),
      )
    })
}

const marks = { ok: 'ok     ', warn: 'warning', missing: 'missing' } as const

/** Prints the report; the exit code is 1 when something is missing. */
export function printDoctor(
  report: {
    readonly host?: string
    readonly sandbox: SandboxStatus
    readonly checks: readonly DoctorCheck[]
  },
  json: boolean,
  write: Write,
): number {
  if (json) write(reportLine(report))
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

import type { EngineService } from '../../../../core/engine/engine-service'
import { quoteCommand } from '@shared/domain/quote-shell'
import { describeGrant } from '@shared/messages/grant'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { managedLine, managedReport } from './managed'
import type { AddCommand } from '../../../cli/cli-context'
import { visibleLine } from '../../../visible'

const standingWords: Readonly<Record<NonNullable<StoredGrant['usage']>['standing'], string>> = {
  'in-force': 'in force',
  time: 'ended: its time is over',
  runs: 'ended: its runs are used up',
  branch: 'does not count on this branch',
  unused: 'suspended: not used for 30 days',
  person: 'suspended',
}

function line({ id, command, grants, cwd, ends, usage }: StoredGrant): string {
  const what =
    command.length === 0 ? grants.map((grant) => describeGrant(grant)).join(', ') : quoteCommand(command)
  const until = [
    ...(ends?.at === undefined ? [] : [`until ${ends.at}`]),
    ...(ends?.runs === undefined
      ? []
      : [`${String(Math.max(0, ends.runs - (usage?.count ?? 0)))} runs left`]),
    ...(ends?.branch === undefined ? [] : [`on ${ends.branch}`]),
  ]
  const used =
    usage === undefined ? '' : `, used ${String(usage.count)} times, ${standingWords[usage.standing]}`
  return `${id}  ${what} in ${cwd}${until.length === 0 ? '' : ` (${until.join(', ')})`}${used}`
}

/** `countersign rules list`: each standing yes of this home, how long it holds and how often it was used. */
export const addList: AddCommand = (list, cli) => {
  list.option('--json', 'print one JSON object').action((options: { json?: boolean }) =>
    cli.withEngine(async ({ engine }) => {
      const rules = (await engine.listGrants()).filter(({ scope }) => scope === 'rule')
      const suspended = await engine.allSuspended()
      const managed = await engine.effectRules.managed()
      if (options.json === true)
        cli.write(`${JSON.stringify({ rules, suspended, managed: managedReport(managed) })}\n`)
      else {
        if (managed.problem !== undefined) cli.complain(`countersign: ${visibleLine(managed.problem)}\n`)
        for (const rule of managed.rules) cli.write(`${visibleLine(managedLine(rule))}\n`)
        if (suspended)
          cli.write(
            'All of them are suspended: everything is asked about. `countersign rules resume` ends that.\n',
          )
        if (rules.length === 0) cli.write('Nothing is allowed without a question by a saved rule.\n')
        for (const rule of rules) cli.write(`${visibleLine(line(rule))}\n`)
      }
      return 0
    }),
  )
}

/** One standing yes by what a person calls it: the name of an effect rule, or the id of a saved one. */
async function suspendOne(engine: EngineService, called: string, suspended: boolean): Promise<boolean> {
  const { rules } = await engine.effectRules.list()
  if (rules.some(({ rule }) => rule.name === called))
    return (await engine.effectRules.suspend(called, suspended)).kind === 'written'
  if (!(await engine.listGrants()).some(({ id, scope }) => scope === 'rule' && id === called)) return false
  await engine.suspendRules(called, suspended)
  return true
}

/** `countersign rules suspend` and `resume`: every standing yes asks again, in every engine of this home, until it is resumed. */
export const addSuspend =
  (suspended: boolean): AddCommand =>
  (command, cli) => {
    command
      .argument(
        '[name]',
        'one rule: its name in rules.toml, or its id in `rules list` (default: all of them)',
      )
      .action((name?: string) =>
        cli.withEngine(async ({ engine }) => {
          if (name === undefined) await engine.suspendRules('all', suspended)
          else if (!(await suspendOne(engine, name, suspended))) {
            cli.complain(`countersign: no rule named ${visibleLine(JSON.stringify(name))}.\n`)
            return 2
          }
          const which = name === undefined ? 'Every standing yes' : 'The rule'
          cli.write(`${which} ${suspended ? 'is suspended, and asks again' : 'counts again'}.\n`)
          return 0
        }),
      )
  }

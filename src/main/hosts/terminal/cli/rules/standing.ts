import type { EngineService } from '../../../../core/engine/engine-service'
import { quoteCommand } from '@shared/domain/quote-shell'
import type { ListedRule } from '@shared/domain/offered-rule'
import { coversInWords } from '@shared/messages/effect-rule'
import { describeGrant } from '@shared/messages/grant'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { managedLine, managedReport } from './managed'
import type { AddCommand } from '../../../cli/cli-context'
import { visibleJson, visibleLine } from '../../../visible'

const standingWords: Readonly<Record<NonNullable<StoredGrant['usage']>['standing'], string>> = {
  'in-force': 'in force',
  time: 'ended: its time is over',
  runs: 'ended: its runs are used up',
  branch: 'does not count on this branch',
  unused: 'suspended: not used for 30 days',
  person: 'suspended',
}

/** How long it holds and how often it was used, behind what it is. */
function standing(ends: StoredGrant['ends'], usage: StoredGrant['usage']): string {
  const until = [
    ...(ends?.at === undefined ? [] : [`until ${ends.at}`]),
    ...(ends?.runs === undefined
      ? []
      : [`${String(Math.max(0, ends.runs - (usage?.count ?? 0)))} runs left`]),
    ...(ends?.branch === undefined ? [] : [`on ${ends.branch}`]),
  ]
  const used =
    usage === undefined ? '' : `, used ${String(usage.count)} times, ${standingWords[usage.standing]}`
  return `${until.length === 0 ? '' : ` (${until.join(', ')})`}${used}`
}

function line({ id, command, grants, cwd, ends, usage }: StoredGrant): string {
  const what =
    command.length === 0 ? grants.map((grant) => describeGrant(grant)).join(', ') : quoteCommand(command)
  return `${id}  ${what} in ${cwd}${standing(ends, usage)}`
}

function effectLine({ rule, usage }: ListedRule): string {
  const { name, commands, where, ends } = rule
  const place = where === undefined ? '' : ` in ${where.join(', ')}`
  return `${name}  ${commands?.join('; ') ?? 'any command'}${place}: ${coversInWords(rule)}${standing(ends, usage)}`
}

/** `countersign rules list`: each standing yes of this home, how long it holds and how often it was used. */
export const addList: AddCommand = (list, cli) => {
  list.option('--json', 'print one JSON object').action((options: { json?: boolean }) =>
    cli.withEngine(async ({ engine }) => {
      const effects = await engine.effectRules.list()
      const problems = [effects.problem, effects.old].filter((each) => each !== undefined)
      // No rule of a file that has an error counts.
      const all = effects.problem === undefined ? await engine.listGrants() : []
      const rules = all.filter(({ scope }) => scope === 'rule')
      const suspended = await engine.allSuspended()
      const managed = await engine.effectRules.managed()
      if (options.json === true)
        cli.write(
          `${visibleJson({
            ...{ rules, effects: effects.rules.map(({ rule, usage }) => ({ ...rule, usage })) },
            ...{ suspended, problems, managed: managedReport(managed) },
          })}\n`,
        )
      else {
        for (const problem of problems) cli.complain(`countersign: ${visibleLine(problem)}\n`)
        if (managed.problem !== undefined) cli.complain(`countersign: ${visibleLine(managed.problem)}\n`)
        for (const rule of managed.rules) cli.write(`${visibleLine(managedLine(rule))}\n`)
        if (suspended)
          cli.write(
            'All of them are suspended: everything is asked about. `countersign rules resume` ends that.\n',
          )
        if (rules.length + effects.rules.length === 0)
          cli.write('Nothing is allowed without a question by a saved rule.\n')
        for (const rule of rules) cli.write(`${visibleLine(line(rule))}\n`)
        for (const rule of effects.rules) cli.write(`${visibleLine(effectLine(rule))}\n`)
      }
      return problems.length === 0 ? 0 : 2
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
          const besides =
            name === undefined && suspended ? '; what was given for a turn or a session is taken back' : ''
          cli.write(`${which} ${suspended ? 'is suspended, and asks again' : 'counts again'}${besides}.\n`)
          return 0
        }),
      )
  }

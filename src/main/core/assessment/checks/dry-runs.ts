import { dryRun } from '../actions/dry-run'
import type { SimpleCommand } from '../../shell/graph'
import { asksForHelp, type Rule } from './rule'

/** Calls that only ask what would be done. */
export const dryRunRules: readonly Rule[] = [
  { id: 'dry.run', level: 'low', categories: [], match: (command) => asked(command, false) },
  {
    id: 'dry.run-far',
    level: 'medium',
    categories: ['network_access'],
    match: (command) => asked(command, true),
  },
]

const dryOf = (command: SimpleCommand): ReturnType<typeof dryRun> =>
  asksForHelp(command) ? undefined : dryRun(command)

function asked(command: SimpleCommand, far: boolean): string | false {
  const dry = dryOf(command)
  return dry?.far === far && dry.call
}

/** What holds of a call that does it, and not of one that asks. What it starts, reads or is set up with stays. */
const ofTheDeed: ReadonlySet<string> = new Set([
  'delete.device',
  'delete.disk-tool',
  'delete.format',
  'delete.inside',
  'delete.lost-work',
  'delete.move',
  'delete.move-away',
  'delete.outside',
  'delete.packed',
  'delete.root',
  'delete.shred',
  'delete.store',
  'delete.system',
  'delete.unknown',
  'delete.unknown-tree',
  'delete.workspace',
  'git.clean',
  'git.clean-branch',
  'git.drop-changes',
  'git.fetch',
  'git.force-push',
  'git.lose-history',
  'git.push',
  'git.rewrite',
  'harmless.function',
  'harmless.help',
  'harmless.known-safe',
  'harmless.plain',
  'harmless.redirect',
  'harmless.runner',
  'harmless.shell',
  'harmless.status',
  'network.delete-remote',
  'network.exfiltration',
  'network.send',
  'packages.environment',
  'packages.global',
  'packages.hook',
  'packages.install',
  'packages.other',
  'packages.publish',
  'packages.query',
  'packages.read',
  'packages.registry',
  'packages.remove',
  'packages.run-script',
  'packages.system',
  'packages.system-file',
  'packages.system-remove',
  'services.cloud',
  'services.cloud-apply',
  'services.cloud-destroy',
  'services.cloud-local',
  'services.cloud-public',
  'services.container',
  'services.container-destroy',
  'services.container-command',
  'services.container-publish',
  'services.container-read',
  'write.archive',
  'write.device',
  'write.empties',
  'write.git',
  'write.home',
  'write.many',
  'write.outside',
  'write.over-inside',
  'write.over-outside',
  'write.system',
  'write.unknown',
])

/** Without what a command that only asks would do. */
export const withoutDryDeeds = <
  V extends { readonly rule: { readonly id: string }; readonly command: SimpleCommand },
>(
  verdicts: readonly V[],
): readonly V[] =>
  verdicts.filter(({ rule, command }) => !ofTheDeed.has(rule.id) || dryOf(command) === undefined)

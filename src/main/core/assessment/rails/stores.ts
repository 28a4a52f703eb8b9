import type { SimpleCommand } from '../../shell/graph'
import { argsOf, asksForHelp, type Rule } from './rule'

/**
 * Programs that keep something, and the words with which they let go of it for good: other version controls, volumes, virtual
 * machines, backups, keys. Matched against all words after the program.
 */
const letsGo: Readonly<Record<string, RegExp>> = {
  hg: /(^| )(purge|strip|rollback|prune|clean)( |$)|(^| )(update|up|checkout|co)( .*)? (-C|--clean)( |$)|(^| )revert( .*)? (-a|--all)( |$)/,
  svn: /(^| )revert( .*)? (-R|--recursive|--depth[ =]infinity)( |$)|--remove-(unversioned|ignored)/,
  bzr: /(^| )(revert|clean-tree|uncommit)( |$)/,
  fossil: /(^| )(revert|clean|purge)( |$)|(^| )close( .*)? (-f|--force)( |$)/,
  jj: /(^| )(abandon|restore)( |$)|(^| )op(eration)? (abandon|restore|undo)( |$)/,
  p4: /(^| )(revert|obliterate|delete)( |$)/,
  zfs: /(^| )(destroy|rollback)( |$)|(^| )(receive|recv)( .*)? -F/,
  btrfs: /(^| )su\w* del\w*( |$)|(^| )(device|dev) (delete|remove)( |$)/,
  vagrant: /(^| )(destroy|box (remove|prune)|snapshot (delete|restore|pop))( |$)/,
  virsh:
    /(^| )(undefine|destroy|vol-(delete|wipe)|pool-(delete|destroy|undefine)|snapshot-(delete|revert)|managedsave-remove|net-undefine)( |$)/,
  VBoxManage: /(^| )(unregistervm|closemedium)( .*)? --?delete|(^| )snapshot \S+ (delete|restore)/,
  lxc: /(^| )(delete|rm)( |$)/,
  incus: /(^| )(delete|rm)( |$)/,
  multipass: /(^| )(delete|purge)( |$)/,
  limactl: /(^| )(delete|rm|factory-reset|disk delete)( |$)/,
  colima: /(^| )(delete|prune)( |$)/,
  qm: /(^| )destroy( |$)/,
  pct: /(^| )destroy( |$)/,
  gpg: /(^| )--delete-(secret-|secret-and-public-)?keys?( |$)/,
  gpg2: /(^| )--delete-(secret-|secret-and-public-)?keys?( |$)/,
  restic: /(^| )(prune|key remove)( |$)|(^| )forget( |$)/,
  borg: /(^| )(delete|prune)( |$)/,
  snapper: /(^| )(delete|rollback|undochange)( |$)/,
  timeshift: /--(delete|restore)/,
  tmutil: /(^| )delete\w*( |$)/,
  duplicity: /(^| )(remove-\S+|cleanup)( |$)/,
  'rdiff-backup': /(--)?remove[ -]\S+/,
  mdadm: /--(zero-superblock|stop|fail|remove)|(^| )-S( |$)/,
  nvme: /(^| )(format|sanitize|delete-ns)( |$)/,
  badblocks: /(^| )-[a-z]*w/,
  ostree: /(^| )(prune|admin undeploy|refs --delete)( |$)/,
}

/** Words with which the same programs only tell what they keep. */
const tells: Readonly<Record<string, RegExp>> = {
  hg: /^(status|st|log|diff|summary|branches|branch|tags|heads|parents|id|identify|annotate|blame|cat|files|manifest|root|paths|version|help)$/,
  svn: /^(status|st|log|diff|info|list|ls|cat|blame|annotate|help)$/,
  jj: /^(status|st|log|diff|show|version|help)$/,
  zfs: /^(list|get|version)$/,
  vagrant: /^(status|global-status|version|validate)$/,
  virsh: /^(list|dominfo|domstate|version|net-list|pool-list|vol-list)$/,
  lxc: /^(list|info|version)$/,
  restic: /^(snapshots|ls|stats|version)$/,
  borg: /^(list|info)$/,
}

function isTelling(command: Pick<SimpleCommand, 'program' | 'words'>): boolean {
  const pattern = Object.hasOwn(tells, command.program) ? tells[command.program] : undefined
  const args = command.words.slice(1).map((word) => word.text)
  const verb = args.find((text) => !text.startsWith('-')) ?? ''
  const starts = /^--(config|diff-cmd|config-option|extcmd|tool)/
  return (
    (pattern?.test(verb) === true && !args.some((text) => starts.test(text))) ||
    /^--(help|version)$/.test(args[0] ?? '')
  )
}

/** What is kept elsewhere than in files of the workspace, and lost for good. */
export const storeRules: readonly Rule[] = [
  {
    id: 'delete.store',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It lets go of what {} keeps, for good.',
    match: (command) => {
      const { program } = command
      const pattern = Object.hasOwn(letsGo, program) ? letsGo[program] : undefined
      return !asksForHelp(command) && pattern?.test(argsOf(command).join(' ')) === true ? program : false
    },
  },
  {
    id: 'store.works',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It changes what {} keeps, or exchanges it with a server.',
    match: ({ program, words }) =>
      Object.hasOwn(letsGo, program) &&
      !/^gpg/.test(program) &&
      words.length > 1 &&
      !isTelling({ program, words })
        ? program
        : false,
  },
  {
    id: 'store.tells',
    level: 'low',
    categories: [],
    reason: 'It only tells what is kept.',
    match: isTelling,
  },
]

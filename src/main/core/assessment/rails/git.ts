import {
  executableSetting,
  harmlessSetting,
  readGitCall,
  type GitCall,
} from '../../shell/openings/git-openings'
import type { SimpleCommand } from '../../shell/graph'
import type { Rule, View } from './rule'

const call = (command: SimpleCommand): GitCall | undefined =>
  command.program === 'git' && !command.words.some((word) => word.text === '--help')
    ? readGitCall(command.words.slice(1))
    : undefined

type Test = (rest: readonly string[], command: SimpleCommand, view: View) => boolean | string

/** A rule's match for some subcommands of git. */
function on(subcommands: RegExp, test: Test = () => true): Rule['match'] {
  return (command, view) => {
    const found = call(command)
    if (!found || !subcommands.test(found.subcommand)) return false
    return test(
      found.rest.map((word) => word.text),
      command,
      view,
    )
  }
}

const has = (rest: readonly string[], pattern: RegExp): boolean => rest.some((text) => pattern.test(text))
const force = /^(-[a-zA-Z]*f[a-zA-Z]*|--forc?e?)$/

/** Branches whose history others build on. */
const shared = /^(main|master|trunk|develop|dev|release.*|production|prod|staging|gh-pages|HEAD)$/

const pushedTo = (rest: readonly string[]): readonly string[] =>
  rest
    .filter((text) => !text.startsWith('-'))
    .slice(1)
    .map((text) => text.slice(text.lastIndexOf(':') + 1).replace(/^\+/, ''))

/** `symbolic-ref NAME REF` sets what a name stands for; with the name alone it tells. */
const writesRef = (rest: readonly string[]): boolean =>
  has(rest, /^(-d|--delete)$/) || rest.filter((text) => !text.startsWith('-')).length > 1

const readOnly =
  /^(status|log|diff|show|blame|annotate|grep|ls-files|ls-tree|rev-parse|rev-list|describe|shortlog|whatchanged|cat-file|merge-base|name-rev|for-each-ref|show-ref|show-branch|check-ignore|check-attr|count-objects|version|help|range-diff|cherry|diff-tree|diff-index|diff-files|verify-commit|verify-tag|fsck|var|get-tar-commit-id|merge-tree|interpret-trailers|stripspace|column|)$/

/** What git does to history, to the working tree and to the remote. What its options start is judged as what it is. */
export const gitRules: readonly Rule[] = [
  {
    id: 'git.drop-changes',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It drops changes that are not committed.',
    match: on(/^(reset|checkout|restore|switch)$/, (rest, command) => {
      const subcommand = call(command)?.subcommand
      if (subcommand === 'reset') return has(rest, /^--(h(ard?)?|me(rge)?|k(eep)?)$/)
      if (subcommand === 'restore')
        return (!rest.includes('--staged') || rest.includes('--worktree')) && has(rest, /^(\.|\*|:\/|\.\/)$/)
      if (subcommand === 'switch') return has(rest, /^(-f|--force|--discard-changes|-C|--force-create)$/)
      return has(rest, force) || (has(rest, /^(\.|\*|:\/)$/) && true)
    }),
  },
  {
    id: 'git.clean',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It deletes files that git does not know, for good.',
    match: on(/^clean$/, (rest) => has(rest, force) && !has(rest, /^(-[a-z]*n[a-z]*|--dry-run)$/)),
  },
  {
    id: 'git.force-push',
    level: 'high',
    categories: ['data_deletion', 'network_access'],
    reason: 'It rewrites or deletes what is on the remote.',
    match: on(/^push$/, (rest) => {
      if (has(rest, /^(-n|--dry-run)$/)) return false
      if (has(rest, /^(--mirror|--delete|-d|--prune)$/) || has(rest, /^(\+|:)./)) return true
      if (has(rest, /^(-[a-zA-Z]*f[a-zA-Z]*|--force|--forc)$/)) return true
      const leased = has(rest, /^--force-(with-lease|if-includes)/)
      const branches = pushedTo(rest)
      return leased && (branches.length === 0 || branches.some((branch) => shared.test(branch)))
    }),
  },
  {
    id: 'git.lose-history',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It throws away history that could still be had back.',
    match: on(/^(reflog|gc|stash|filter-branch|filter-repo|prune|update-ref|replace)$/, (rest, command) => {
      switch (call(command)?.subcommand ?? '') {
        case 'reflog':
          return has(rest, /^(expire|delete)$/)
        case 'gc':
          return has(rest, /^--prune=(now|all)$/) || rest.includes('--aggressive')
        case 'stash':
          return rest[0] === 'clear'
        case 'update-ref':
          return has(rest, /^(-d|--delete)$/)
        default:
          return true
      }
    }),
  },
  {
    id: 'git.setting',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It makes git start a program ({}).',
    match: (command) => {
      const found = call(command)
      const given = found?.settings.find(
        ({ name, value }) =>
          executableSetting.test(name) &&
          !(value.known && harmlessSetting.test(value.text)) &&
          !(name.startsWith('alias.') && value.known && !value.text.startsWith('!')),
      )
      if (given) return given.name
      if (found?.subcommand === 'config') {
        const words = found.rest.filter(
          (word) => !word.text.startsWith('-') && !/^(set|get|list|unset)$/.test(word.text),
        )
        const [name, value] = words
        if (name === undefined || value === undefined || !executableSetting.test(name.text.toLowerCase()))
          return false
        const plain =
          harmlessSetting.test(value.text) || (name.text.startsWith('alias.') && !value.text.startsWith('!'))
        return plain ? false : name.text
      }
      const options = [...(found?.options ?? []), ...(found?.rest ?? [])]
      const late = options.findIndex(
        (word) => /^(-c|--config)$/.test(word.text) && found?.subcommand === 'clone',
      )
      const name = late < 0 ? '' : (options[late + 1]?.text ?? '').split('=', 1)[0]?.toLowerCase()
      return name !== undefined && name !== '' && executableSetting.test(name) ? name : false
    },
  },
  {
    id: 'git.transport',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    reason: 'The address makes git start a program ({}).',
    match: on(
      /^(clone|fetch|pull|push|remote|submodule|ls-remote)$/,
      (rest) => rest.find((text) => /^ext::|^-o?ProxyCommand|^--upload-pack=/.test(text)) ?? false,
    ),
  },
  {
    id: 'git.output',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It has git write a file or start another program ({}).',
    match: on(
      /./,
      (rest) =>
        rest.find((text) => /^(--output|--ext-diff|--textconv|--open-files-in-pager)(=|$)|^-O./.test(text)) ??
        false,
    ),
  },
  {
    id: 'git.foreign-tree',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It works on another repository, or with another tool folder ({}).',
    match: (command) =>
      call(command)?.options.find((word) => /^--(exec-path|git-dir|config-env)=?/.test(word.text))?.text ??
      false,
  },
  {
    id: 'git.clean-branch',
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It deletes or moves a branch, a tag or stashed changes.',
    match: on(/^(branch|tag|stash|worktree|remote|notes|checkout|symbolic-ref)$/, (rest, command) => {
      const found = call(command)?.subcommand
      if (found === 'checkout') return has(rest, /^-[a-zA-Z]*B/)
      if (found === 'symbolic-ref') return writesRef(rest)
      const words = /^(--delete|--move|--force|drop|remove|rm|prune|rename|set-url)$/
      return has(rest, words) || has(rest, found === 'branch' ? /^-[a-zA-Z]*[dDmMCf]/ : /^-[a-zA-Z]*[dDmMf]/)
    }),
  },
  {
    id: 'git.push',
    level: 'medium',
    categories: ['network_access'],
    reason: 'It sends commits to {}.',
    match: on(/^push$/, (rest) => rest.find((text) => !text.startsWith('-')) ?? 'the remote'),
  },
  {
    id: 'git.fetch',
    level: 'medium',
    categories: ['network_access'],
    reason: 'It fetches from {}.',
    match: on(/^(fetch|pull|clone|ls-remote|submodule|lfs|svn|p4|archive)$/, (rest, command) =>
      call(command)?.subcommand === 'archive' && !has(rest, /^--remote/)
        ? false
        : (rest.find((text) => !text.startsWith('-')) ?? 'the remote'),
    ),
  },
  {
    id: 'git.rewrite',
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It changes files or commits of the workspace.',
    match: on(
      /^(merge|rebase|cherry-pick|revert|am|apply|rm|mv|restore|checkout|checkout-index|read-tree|sparse-checkout|bisect|commit|gc|maintenance|pack-refs|repack|prune-packed|filter-branch|update-index|subtree|quiltimport|clean|worktree|reset|stash)$/,
      (rest, command) => {
        const found = call(command)?.subcommand
        if (has(rest, /^(--abort|--quit|--show-current-patch)$/)) return true
        if (found === 'commit') return rest.includes('--amend')
        if (found === 'reset') return has(rest, /[~^@]|^--(soft|mixed)$|^[0-9a-f]{7,40}$|^origin\//)
        if (found === 'stash') return /^(pop|apply|branch)$/.test(rest[0] ?? '')
        if (found === 'worktree') return rest[0] === 'add' || rest[0] === 'move'
        if (found === 'restore') return !(rest.includes('--staged') && !rest.includes('--worktree'))
        if (found === 'checkout')
          return (
            rest.includes('--') ||
            (!has(rest, /^(-b|-B|--orphan)$/) && rest.filter((text) => !text.startsWith('-')).length > 1)
          )
        if (found === 'apply') return !has(rest, /^(--check|--stat|--numstat|--summary)$/)
        if (found === 'clean') return !has(rest, force)
        if (found === 'bisect') return !/^(log|view|visualize|help)$/.test(rest[0] ?? '')
        return true
      },
    ),
  },
  {
    id: 'git.config',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It changes settings of git.',
    match: on(
      /^config$/,
      (rest) =>
        !has(rest, /^(--get(-.*)?|-l|--list|get|list)$/) &&
        rest.filter((text) => !text.startsWith('-')).length > 1,
    ),
  },
  {
    id: 'git.hook',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'A hook of the repository would run ({}).',
    match: (command, view) => {
      if (!call(command)) return false
      return (
        view.graph.documents.find(
          ({ opener, title }) => opener === command.id && title.startsWith('git hook'),
        )?.title ?? false
      )
    },
  },
  {
    id: 'git.configured-program',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'The repository has git start a program of its own ({}).',
    match: (command, view) => {
      const found = call(command)
      const repository = view.repository(command)
      if (!found || !repository || /^(config|rev-parse|version|remote|)$/.test(found.subcommand)) return false
      return (
        repository.executables.find(
          (name) => !/^(credential\.helper|url\.|core\.editor|sequence\.editor)/.test(name),
        ) ?? false
      )
    },
  },
  {
    id: 'git.read',
    level: 'low',
    categories: [],
    reason: 'It reads what git knows.',
    match: (command) => {
      const found = call(command)
      if (found?.subcommand === 'symbolic-ref') return !writesRef(found.rest.map((word) => word.text))
      if (!found || !readOnly.test(found.subcommand)) return false
      return !found.rest.some((word) =>
        /^(--output|--ext-diff|--textconv|-O|--open-files-in-pager)(=|$)/.test(word.text),
      )
    },
  },
  {
    id: 'git.local',
    level: 'low',
    categories: [],
    reason: 'It changes nothing that git could not give back.',
    match: on(
      /^(add|stage|commit|branch|tag|stash|switch|checkout|restore|reset|init|worktree|remote|config|reflog|notes|bundle|archive|format-patch|lfs)$/,
      () => true,
    ),
  },
]

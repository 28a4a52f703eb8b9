import {
  atFolderOfGit,
  executableSetting,
  harmlessSetting,
  readGitCall,
  type GitCall,
} from '../../shell/nested/git-call'
import { environmentOf, type SimpleCommand } from '../../shell/graph'
import type { RepositoryFact } from '../facts/facts-reader'
import type { Rule, View } from './rule'

const call = (command: SimpleCommand): GitCall | undefined =>
  command.program === 'git' && !command.words.some((word) => word.text === '--help')
    ? readGitCall(command.words.slice(1))
    : undefined

/** A setting that is a command and stands in git's environment: `GIT_CONFIG_KEY_0=core.pager`, `GIT_CONFIG_PARAMETERS`. */
function settingInEnvironment(assignments: SimpleCommand['assignments']): string | undefined {
  for (const { name, value } of assignments) {
    const [, at] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? []
    if (at !== undefined && (!value.known || executableSetting.test(value.text.toLowerCase()))) {
      const set = assignments.find((each) => each.name === `GIT_CONFIG_VALUE_${at}`)?.value
      if (set?.known !== true || !harmlessSetting.test(set.text)) return value.text
    }
    if (name === 'GIT_CONFIG_PARAMETERS' && value.text !== '') return name
  }
  return undefined
}

/** Variables that say where git's repository, its settings and its programs are: what stands there says what it starts. */
const leadsElsewhere =
  /^(HOME|XDG_CONFIG_HOME|GIT_(CONFIG_GLOBAL|CONFIG_SYSTEM|EXEC_PATH|TEMPLATE_DIR|DIR|COMMON_DIR|WORK_TREE))$/
/** Where they are anyway, or nowhere. */
const isUsual = (text: string, home: string): boolean =>
  /^(\/dev\/null|\/nonexistent|(\.\/)?\.git\/?|\.)$/.test(text) || text === home || text === `${home}/.config`

/** What git starts by its settings and the repository's; what its subcommands do stands in records. */
export const gitRules: readonly Rule[] = [
  {
    id: 'git.setting',
    level: 'high',
    categories: ['system_modification'],
    match: (command) => {
      const found = call(command)
      const named = found && settingInEnvironment(environmentOf(command))
      if (named !== undefined) return named
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
        // Wherever it stands: an option may have a word of its own, as `--file` has.
        const at = words.findIndex(({ text }) => executableSetting.test(text.toLowerCase()))
        const [name, value] = at < 0 ? [] : [words[at], words[at + 1]]
        if (name === undefined || value === undefined) return false
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
    id: 'git.foreign-tree',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) =>
      (call(command) &&
        environmentOf(command).find(
          ({ name, value: { text } }) =>
            leadsElsewhere.test(name) && !isUsual(text, view.findings.landmarks.home),
        )?.name) ??
      call(command)?.options.find((word) => /^--(exec-path|git-dir|config-env)=?/.test(word.text))?.text ??
      false,
  },
  {
    id: 'git.hook',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) => {
      if (!call(command)) return false
      return (
        view.graph.documents.find(({ runBy, ofFile }) => runBy === command.id && ofFile === true)?.title ??
        false
      )
    },
  },
  {
    id: 'git.configured-program',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) =>
      placesOf(command, view)
        .flatMap((place) => place?.executables ?? [])
        .find((name) => !/^(credential\.helper|url\.|core\.editor|sequence\.editor)/.test(name)) ?? false,
  },
  {
    id: 'git.not-read',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) => {
      const places = placesOf(command, view)
      if (places.includes(undefined)) return command.cwd[0] ?? 'the folder'
      return places.flatMap((place) => place?.unread ?? [])[0] ?? false
    },
  },
]

/** The repositories that a use of git may be in, undefined for a folder that nobody looked at; none where it starts nothing that they configure. */
function placesOf(command: SimpleCommand, view: View): readonly (RepositoryFact | undefined)[] {
  const found = command.host === undefined && call(command)
  if (!found || /^(config|rev-parse|version|remote|)$/.test(found.subcommand)) return []
  const { repositories, without } = view.findings
  const { cwd: sent } = atFolderOfGit(command)
  return (sent.length > 0 ? sent : command.cwd).flatMap((cwd) =>
    without.has(cwd) ? [] : [repositories.get(cwd)],
  )
}

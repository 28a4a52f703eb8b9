import { plainWord, type SimpleCommand, type Word } from '../graph'
import type { SourceText } from '../graph-builder'
import { resolveAll, upwards } from '../paths'
import {
  joinWords,
  splitLeading,
  type CallContext,
  type NestedReader,
  type NestedCommand,
} from './nested-command'

/** Options of git itself whose value is the next word. The one list of them. */
const globals: ReadonlySet<string> = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
  '--super-prefix',
  '--attr-source',
])

/** Where the subcommand of a git call stands, behind git's own options and their values. */
export function gitSubcommandAt(args: readonly string[]): number {
  let at = 0
  while (args[at]?.startsWith('-') === true) at += globals.has(args[at] ?? '') ? 2 : 1
  return at
}

/** A git call taken apart: options before the subcommand, the subcommand, and what follows. */
export interface GitCall {
  readonly options: readonly Word[]
  /** `-c name=value` settings, with the name in lower case. */
  readonly settings: readonly { readonly name: string; readonly value: Word }[]
  readonly subcommand: string
  readonly rest: readonly Word[]
}

/** Takes a git call apart; also its `-C dir`, by way of `options`. */
export function readGitCall(args: readonly Word[]): GitCall {
  const settings: { name: string; value: Word }[] = []
  const at = Math.min(gitSubcommandAt(args.map(({ text }) => text)), args.length)
  for (const [index, word] of args.slice(0, at).entries()) {
    const value = args[index + 1]
    if (word.text === '-c' && value) {
      const cut = value.text.indexOf('=')
      const name = (cut < 0 ? value.text : value.text.slice(0, cut)).toLowerCase()
      settings.push({
        name,
        value: { ...value, text: cut < 0 ? 'true' : value.text.slice(cut + 1), head: '' },
      })
    }
  }
  return { options: args.slice(0, at), settings, subcommand: args[at]?.text ?? '', rest: args.slice(at + 1) }
}

/** The folder that a git call works in, with each `-C` that it is given; undefined where that is not known. */
export function folderOfGit(args: readonly Word[], cwd: string | undefined): string | undefined {
  const { options } = readGitCall(args)
  let at = cwd
  for (const [index, { text }] of options.entries()) {
    const value = text === '-C' ? options[index + 1] : undefined
    if (value && at !== undefined)
      at = value.known && !value.glob ? resolveAll(value.text || '.', [at])[0] : undefined
  }
  return at
}

/** A git command as one that runs in the folder which it is sent to; any other as it is. */
export function atFolderOfGit(command: SimpleCommand): SimpleCommand {
  if (command.program !== 'git' || command.words[1]?.text.startsWith('-') !== true) return command
  const folders = command.cwd.map((cwd) => folderOfGit(command.words.slice(1), cwd))
  const isKnown = folders.every((each) => each !== undefined)
  return { ...command, cwd: isKnown ? folders : [] }
}

/** Settings of git whose value is a command line. */
export const executableSetting =
  /^(core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|hookspath)|sequence\.editor|pager\..+|alias\..+|diff\.external|diff\..+\.(command|textconv)|difftool\..+\.(cmd|path)|mergetool\..+\.(cmd|path)|merge\..+\.driver|filter\..+\.(clean|smudge|process)|credential(\..+)?\.helper|gpg(\..+)?\.(program|defaultkeycommand)|core\.alternaterefscommand|diff\.guitool|merge\.guitool|imap\.tunnel|remote\..+\.vcs|uploadpack\.packobjectshook|interactive\.difffilter|ssh\.variant|remote\..+\.(uploadpack|receivepack|proxy)|url\..+\.insteadof|protocol\..*allow|includeif\..+\.path|include\.path|init\.templatedir|submodule\..+\.update|trailer\..+\.(command|cmd)|sendemail\..*(cmd|server)|web\.browser|browser\..+\.cmd|man\..+\.cmd|guitool\..+\.cmd|log\.showsignature)$/

/** Values of such a setting that run nothing, or only git's own. */
export const harmlessSetting =
  /^(|true|false|cat|less( -[A-Za-z]+)?|more|most|bat|delta|difft|diff-so-fancy|vim?|nano|code --wait|always|never|auto)$/

function settingCommands(call: GitCall): NestedCommand[] {
  return call.settings.flatMap(({ name, value }): NestedCommand[] => {
    if (!executableSetting.test(name) || (value.known && harmlessSetting.test(value.text))) return []
    const isAlias = name.startsWith('alias.')
    if (isAlias && !value.text.startsWith('!') && value.known) return []
    const text = isAlias ? { ...value, text: value.text.replace(/^!/, ''), head: '' } : value
    return [{ kind: 'script', text, title: `git -c ${name}`, shell: 'posix', how: { via: 'escape' } }]
  })
}

/** `git -c alias.p=push p`: the call that it stands for, without that alias, which git follows once. */
function aliasedCall({ options, settings, subcommand, rest }: GitCall): NestedCommand[] {
  const wanted = `alias.${subcommand.toLowerCase()}`
  const value = settings.findLast(({ name }) => name === wanted)?.value
  if (value?.known !== true || value.text.startsWith('!')) return []
  const words = value.text.split(/\s+/).map((each) => each.replace(/^(["'])(.*)\1$/, '$2'))
  const git = plainWord('git')
  const others = options.filter((word, at) => {
    const set = word.text === '-c' ? options[at + 1] : options[at - 1]?.text === '-c' ? word : undefined
    return set?.text.split('=', 1)[0]?.toLowerCase() !== wanted
  })
  const said = words.filter((each) => each !== '').map(plainWord)
  return said.length === 0
    ? []
    : [{ kind: 'command', words: [git, ...others, ...said, ...rest], how: { via: 'wrapper' } }]
}

/** The hooks that git would start by itself for a subcommand. */
const hooks: Readonly<Record<string, readonly string[]>> = {
  commit: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-rewrite'],
  merge: ['pre-merge-commit', 'post-merge', 'prepare-commit-msg', 'commit-msg'],
  pull: ['pre-merge-commit', 'post-merge', 'post-checkout'],
  push: ['pre-push'],
  checkout: ['post-checkout'],
  switch: ['post-checkout'],
  clone: [],
  rebase: ['pre-rebase', 'post-rewrite', 'post-checkout'],
  am: ['applypatch-msg', 'pre-applypatch', 'post-applypatch'],
  'cherry-pick': ['prepare-commit-msg', 'post-commit'],
  gc: ['pre-auto-gc'],
}

/** The git folder that holds the settings and hooks of the work tree that begins here; a linked work tree or a submodule names another. */
async function settingsAt(
  folder: string,
  read: CallContext['read'],
): Promise<{ readonly at: string; readonly config: SourceText }> {
  const at = `${folder}/.git`
  const config = await read(`${at}/config`)
  if (config.kind === 'text' || config.reason !== 'does not exist') return { at, config }
  const pointer = await read(at)
  if (pointer.kind === 'not-read') return { at, config: pointer }
  const [own] = resolveAll(/^gitdir: (.+)/.exec(pointer.text)?.[1] ?? at, [folder])
  if (own === undefined || own === at) return { at, config }
  const shared = await read(`${own}/commondir`)
  const [common = own] = shared.kind === 'text' ? resolveAll(shared.text.trim(), [own]) : []
  return { at: common, config: await read(`${common}/config`) }
}

async function hookCommands(call: GitCall, context: CallContext): Promise<NestedCommand[]> {
  const names = Object.hasOwn(hooks, call.subcommand) ? (hooks[call.subcommand] ?? []) : []
  if (names.length === 0 || context.command.cwd[0] === undefined || context.command.host !== undefined)
    return []
  const cwd = folderOfGit(context.args, context.command.cwd[0])
  if (cwd === undefined) return [{ kind: 'unreadable', reason: "git's folder is not known", ofFile: true }]
  const skips = call.rest.some(
    (word) => word.text === '--no-verify' || (call.subcommand === 'commit' && word.text === '-n'),
  )
  for (const folder of upwards(cwd).slice(0, 12)) {
    const { at, config } = await settingsAt(folder, context.read)
    if (config.kind === 'not-read' && config.reason === 'does not exist') continue
    if (config.kind === 'not-read')
      return [{ kind: 'unreadable', reason: `git's hooks: ${config.reason}`, ofFile: true }]
    const [, path] = /^\s*hookspath\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(config.text) ?? []
    const place = path === undefined ? `${at}/hooks` : (resolveAll(path, [folder])[0] ?? folder)
    const found: NestedCommand[] = []
    for (const name of names.filter((each) => !(skips && /^pre-|commit-msg/.test(each)))) {
      const hook = await context.read(`${place}/${name}`)
      if (hook.kind === 'text')
        found.push({
          kind: 'script',
          text: plainWord(hook.text),
          title: `git hook ${name}`,
          shell: 'posix',
          how: { via: 'script', cwd: [folder] },
          ofFile: true,
        })
      else if (hook.reason !== 'does not exist')
        found.push({ kind: 'unreadable', reason: `git hook ${name}: ${hook.reason}`, ofFile: true })
    }
    return found
  }
  return []
}

/** Options whose value is a command: long ones, also cut short, and a letter, which it may be tied to. */
const commandOptions = new Map<string, { readonly letter?: RegExp; readonly names: readonly string[] }>([
  ['rebase', { letter: /^-[ifknqrv]*x(.*)$/s, names: ['--exec'] }],
  [
    'filter-branch',
    {
      names: 'tree index env msg commit parent tag-name'.split(' ').map((each) => `--${each}-filter`),
    },
  ],
  ['difftool', { letter: /^-[dgy]*x(.*)$/s, names: ['--extcmd'] }],
  ['grep', { letter: /^-[aciInpqrvwzEFGHLPhoW]*O(.+)$/s, names: ['--open-files-in-pager'] }],
  ['clone', { letter: /^-[lnqsv46]*u(.*)$/s, names: ['--upload-pack'] }],
])
const transports = { letter: undefined, names: ['--upload-pack', '--receive-pack', '--exec'] }

/** Subcommands that take a command line: rebase -x, bisect run, submodule foreach, filter-branch. */
function innerCommands(call: GitCall): NestedCommand[] {
  const shell = (text: Word, title: string): NestedCommand => ({
    kind: 'script',
    text,
    title,
    shell: 'posix',
    how: { via: 'each', looped: true },
  })
  const [first, ...more] = call.rest
  if (call.subcommand === 'bisect' && first?.text === 'run')
    return [{ kind: 'command', words: more, how: { via: 'each' } }]
  if (call.subcommand === 'submodule' && first?.text === 'foreach') {
    const { rest } = splitLeading(more, '')
    return rest.length === 0 ? [] : [shell(joinWords(rest), 'git submodule foreach')]
  }
  const { letter, names } = commandOptions.get(call.subcommand) ?? transports
  const aside = !/^(rebase|filter-branch)$/.test(call.subcommand)
  return call.rest.flatMap((word, at) => {
    const [name = ''] = word.text.split('=', 1)
    const isLong = name.length > 2 && names.some((each) => each.startsWith(name))
    const [, tied = isLong ? word.text.slice(name.length + 1) : undefined] = letter?.exec(word.text) ?? []
    if (tied === undefined) return []
    const text = tied === '' ? call.rest[at + 1] : { ...word, text: tied, head: '' }
    if (!text) return []
    const isUsual = text.known && (harmlessSetting.test(text.text) || /^git[- ][\w-]+$/.test(text.text))
    const found = shell(text, `git ${call.subcommand} ${word.text}`)
    return [
      aside && !isUsual && found.kind === 'script'
        ? { ...found, how: { ...found.how, via: 'escape' } }
        : found,
    ]
  })
}

function transportCommands(call: GitCall): NestedCommand[] {
  return call.rest.flatMap((word) => {
    const [, text] = /^ext::(.*)$/s.exec(word.text) ?? []
    return text === undefined
      ? []
      : [
          {
            kind: 'script',
            text: { ...word, text: text.replaceAll('% ', ' '), head: '' },
            title: 'git ext transport',
            shell: 'posix',
            how: { via: 'escape' },
          },
        ]
  })
}

/** What git would start: settings that are commands, hooks, transports, subcommands that take a command line. */
export const insideGit: NestedReader = async (context) => {
  const call = readGitCall(context.args)
  if (context.args.some((word) => word.text === '--help') || call.subcommand === 'help') return []
  return [
    ...settingCommands(call),
    ...aliasedCall(call),
    ...transportCommands(call),
    ...innerCommands(call),
    ...(await hookCommands(call, context)),
  ]
}

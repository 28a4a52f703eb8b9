import { evaluate } from '../evaluated-text'
import { plainWord, type Word } from '../graph'
import { holdsSubstitution, isSubscripted, promptText, subscriptsIn, substitutionsIn } from '../substitutions'
import { isPrompt, type EvaluatedText } from '../telling'
import { holdsOptions, insideLoadingVariable } from './loading-variables'
import {
  splitLeading,
  type CallContext,
  type NestedReader,
  type NestedCommand,
  script,
  valuesOf,
} from './nested-command'

const unread: NestedCommand = {
  kind: 'unreadable',
  reason: 'the shell evaluates text that is only known at run time',
}

/** What evaluating words runs, as scripts of their own. */
function insideEvaluated(
  texts: readonly EvaluatedText[],
  { command, scope, all }: CallContext,
): NestedCommand[] {
  const found = evaluate(texts, scope, all)
  const title = `text that ${command.program} evaluates`
  return [
    ...found.scripts.map((text) => script(plainWord(text), title, { how: { via: 'escape' } })),
    ...(found.unread ? [unread] : []),
  ]
}

/** Variables that make what is started later start another program. */
const starters =
  /^(\w*PAGER|EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_SSH|GIT_SSH_COMMAND|GIT_ASKPASS|SSH_ASKPASS|GIT_EXTERNAL_DIFF|GIT_PROXY_COMMAND|BROWSER|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|BASH_ENV|ENV|PERL5OPT|RUBYOPT|PYTHONSTARTUP|RUSTC|RUSTC_(?:WORKSPACE_)?WRAPPER|RUSTDOC|CARGO_BUILD_(?:RUSTC|RUSTDOC|RUSTC_(?:WORKSPACE_)?WRAPPER)|CARGO_TARGET_\w+_(?:RUNNER|LINKER)|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|(?:npm_config|NPM_CONFIG)_(?:script_shell|SCRIPT_SHELL|git|GIT|editor|EDITOR|viewer|VIEWER))$/

/** Whether a variable makes what is started later start what it names. */
export const isStarter = (name: string): boolean => starters.test(name) || holdsOptions(name)

const quiet =
  /^(|cat|less( -[A-Za-z]+)?|more|most|bat|delta|difft|diff-so-fancy|true|:|vim?|nano|code --wait|ssh( -[\w]+( [\w./~=-]+)?)*|rustc|rustdoc|clippy-driver|sccache|clang|lld|mold|cross|git|bash|sh)$/

/** Whether what a variable or an option has started is a pager or an editor that everybody uses. */
export const isQuiet = (text: string): boolean => quiet.test(text)

const isDeclaration = (program: string): boolean =>
  /^(declare|typeset|local|readonly|export|integer|nameref)$/.test(program)

/** What one assignment has started, at once or later: by the name of the variable, or by its text. */
function insideAssignment(
  { name, value }: { name: string; value: Word },
  context: CallContext,
): NestedCommand[] {
  const { command, scope } = context
  const title = `${name}=`
  const later = (scripts: readonly string[] | undefined): NestedCommand[] =>
    scripts?.map((text) => script(plainWord(text), title, { how: { via: 'deferred' } })) ?? [unread]
  if (starters.test(name))
    return value.known && quiet.test(value.text)
      ? []
      : [script(value, title, { how: { via: 'escape', stdin: { kind: 'inherit' } } })]
  // What less and more do before they show anything: `+!command`.
  const [, begun] = /^(?:LESS|MORE)$/.test(name) ? (/\+[^!\n]*!(.+)$/s.exec(value.text) ?? []) : []
  if (begun !== undefined)
    return [
      script({ ...value, text: begun, head: '' }, title, {
        how: { via: 'escape', stdin: { kind: 'inherit' } },
      }),
    ]
  // A function that is handed on: BASH_FUNC_ls%%=() { …; }
  const [, handed] = /^BASH_FUNC_(.+?)(?:%%|\(\))$/.exec(name) ?? []
  if (handed !== undefined) return later([`${handed} ${value.text}`])
  if (!value.known)
    return scope.numbers.has(name) && value.from.length > 0 ? insideEvaluated([value], context) : []
  if (isPrompt(name) && holdsSubstitution(promptText(value.text)))
    return later(substitutionsIn(promptText(value.text)))
  // `declare -a a='(…)'` reads its value as words.
  if (isDeclaration(command.program) && /^\(/.test(value.text) && holdsSubstitution(value.text))
    return later(substitutionsIn(value.text))
  return isSubscripted(value.text) ? later(substitutionsIn(subscriptsIn(value.text).join(' '))) : []
}

/** A command's own environment, as far as it starts something: `PAGER=evil man ls`. */
export const insideVariables: NestedReader = async (context) => {
  const found: NestedCommand[] = []
  for (const each of context.command.assignments)
    found.push(
      ...(holdsOptions(each.name)
        ? await insideLoadingVariable(each, context)
        : insideAssignment(each, context)),
    )
  return found
}

const isOption = ({ text }: Word): boolean => /^[-+]./.test(text)

/** `declare`, `export` and their kin: subscripts of the names that they set, and what they set them to. */
const insideDeclaration: NestedReader = async (context) => {
  const { args, command } = context
  const listed = new Set(command.assignments.map(({ name }) => name))
  const found: NestedCommand[] = []
  for (const word of args.filter((each) => !isOption(each))) {
    const [whole = '', name = ''] = /^([A-Za-z_]\w*)\+?=/.exec(word.known ? word.text : word.head) ?? []
    const set = { name, value: { ...word, text: word.text.slice(whole.length), head: '' } }
    if (whole !== '' && listed.has(name)) continue
    if (holdsOptions(name)) found.push(...(await insideLoadingVariable(set, context)))
    else found.push(...(whole === '' ? insideName(word, context) : insideAssignment(set, context)))
  }
  return found
}

/** What naming a variable runs: its subscript, or what is not known of it. */
function insideName(word: Word, context: CallContext): readonly NestedCommand[] {
  if (!word.known) return insideEvaluated([word], context)
  const subscripts = /^[A-Za-z_]\w*\[/.test(word.text) ? subscriptsIn(word.text).slice(0, 1) : []
  return insideEvaluated(
    subscripts.map((text) => ({ text, known: true, from: [] })),
    context,
  )
}

/** The words that a builtin takes for names of variables, or for numbers. */
const taken: Readonly<Record<string, (args: readonly Word[]) => readonly Word[]>> = {
  let: (args) => args,
  unset: (args) => args.filter((word) => !isOption(word)),
  read: (args) => {
    const { options, rest } = splitLeading(args, 'adinNptu')
    const array = options.get('-a')
    return array ? [...rest, array] : rest
  },
  printf: (args) => valuesOf(args.slice(0, 2), /^-$/, /^-v$/).concat(attached(args.slice(0, 1), /^-v(.+)$/s)),
  wait: (args) => valuesOf(args, /^-$/, /^-[a-z]*p$/).concat(attached(args, /^-[a-z]*p(.+)$/s)),
  test: (args) => [...valuesOf(args, /^-$/, /^-[vR]$/), ...args.filter(isHidden)],
  '[': (args) => [...valuesOf(args, /^-$/, /^-[vR]$/), ...args.filter(isHidden)],
  getopts: (args) => args.slice(1, 2),
  print: (args) =>
    args.some(({ text }) => /^-[a-zA-Z]*P/.test(text)) ? args.filter((word) => !isOption(word)) : [],
}

const attached = (args: readonly Word[], pattern: RegExp): readonly Word[] =>
  args.flatMap((word) => {
    const [, text] = pattern.exec(word.text) ?? []
    return text === undefined ? [] : [{ ...word, text, head: '' }]
  })

/** ksh takes the words of a comparison for numbers. */
const isHidden = ({ text, known }: Word): boolean => known && isSubscripted(text)

const insideTaken: NestedReader = (context) => {
  const words = taken[context.command.program]?.(context.args) ?? []
  // A name that has no subscript is only a name.
  const isName = context.command.program !== 'let'
  return insideEvaluated(
    isName ? words.filter(({ text, known }) => !known || /\W/.test(text)) : words,
    context,
  )
}

/** `mapfile -C TEXT`, `compgen -C TEXT`, `complete -C TEXT`: a command for each line or word; `-W` is expanded, `-F` called. */
const insideCallback: NestedReader = (context) => {
  const { args, command } = context
  const option = (letter: string): readonly Word[] =>
    valuesOf(args, /^-$/, new RegExp(`^-[a-zA-Z]*${letter}$`)).concat(
      attached(args, new RegExp(`^-${letter}(.+)$`, 's')),
    )
  const via = 'escape'
  const scripts = option('C').map((text) => script(text, `${command.program} -C`, { how: { via } }))
  if (!/^comp(gen|lete)$/.test(command.program)) return scripts
  const called = option('F').map((word): NestedCommand => ({
    kind: 'command',
    words: [word],
    how: { via: 'deferred' },
  }))
  return [...scripts, ...called, ...insideEvaluated(option('W'), context)]
}

const joined = (words: readonly Word[]): Word => ({
  ...plainWord(words.map(({ text }) => text).join(' ')),
  known: words.every(({ known }) => known),
})

/** `history -s TEXT` puts a line where `fc -s` runs it; what else the history holds is not known. */
const insideHistory: NestedReader = ({ args, command }) => {
  if (command.program === 'fc')
    return args.some(({ text }) => /^-[a-zA-Z]*l/.test(text))
      ? []
      : [{ kind: 'unreadable', reason: 'it runs what the history of the shell holds' }]
  return /^-[a-z]*s$/.test(args[0]?.text ?? '') && args.length > 1
    ? [script(joined(args.slice(1)), 'history -s', { how: { via: 'deferred' } })]
    : []
}

/** zsh: `emulate sh -c TEXT`, `sched +1 WORDS`. */
const insideZsh: NestedReader = ({ args, command }) =>
  command.program === 'emulate'
    ? valuesOf(args, /^-$/, /^-[a-zA-Z]*c$/).map((text) => script(text, 'emulate -c'))
    : args.length > 1
      ? [script(joined(args.slice(1)), 'sched', { how: { via: 'deferred' } })]
      : []

/** Builtins of shells that read text of theirs once more. */
export const evaluatingReaders: Readonly<Record<string, NestedReader>> = {
  ...Object.fromEntries(Object.keys(taken).map((name) => [name, insideTaken])),
  ...Object.fromEntries(
    ['declare', 'typeset', 'local', 'readonly', 'export', 'integer', 'nameref'].map((name) => [
      name,
      insideDeclaration,
    ]),
  ),
  mapfile: insideCallback,
  readarray: insideCallback,
  compgen: insideCallback,
  complete: insideCallback,
  history: insideHistory,
  fc: insideHistory,
  emulate: insideZsh,
  sched: insideZsh,
}

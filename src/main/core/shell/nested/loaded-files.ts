import { plainWord, type Word, withText } from '../graph'
import { fewTexts } from './command-texts'
import { insideLoadingVariable, nodeOptionsIn } from './loading-variables'
import { joinWords, type NestedCommand, type NestedReader, script } from './nested-command'
import { insideFile } from './shells'

/** What a command of cmake's language has run, up to the words that say where and how. */
const endsCommand =
  /^(COMMAND|WORKING_DIRECTORY|TIMEOUT|RESULTS?_VARIABLE|OUTPUT_(VARIABLE|QUIET|FILE|STRIP\w*)|ERROR_(VARIABLE|QUIET|FILE|STRIP\w*)|INPUT_FILE|COMMAND_(ECHO|ERROR_IS_FATAL)|ECHO_\w+|ENCODING)$/

/** So much of a script is looked through. */
const longest = 64 * 1024

/** Lines for a shell that stand in a script of cmake. */
function cmakeCommands(text: string): readonly string[] {
  const spoken = text.slice(0, longest).replace(/#[^\n]*/g, '')
  const started = [...spoken.matchAll(/\bexecute_process\s*\(([^)]*)\)/gi)].flatMap(([, inside = '']) => {
    const words = inside.match(/"[^"]*"|[^\s"]+/g) ?? []
    return words.flatMap((word, at) => {
      if (word !== 'COMMAND') return []
      const end = words.findIndex((each, index) => index > at && endsCommand.test(each))
      return [words.slice(at + 1, end < 0 ? undefined : end).join(' ')]
    })
  })
  const removed = [...spoken.matchAll(/\bfile\s*\(\s*REMOVE(?:_RECURSE)?\s+([^)]*)\)/gi)].map(
    ([, inside = '']) => `rm -rf ${inside}`,
  )
  return fewTexts([...started, ...removed])
}

/** `cmake -P FILE` runs a script. */
const insideCmake: NestedReader = async (context) => {
  const { args } = context
  const at = args.findIndex(({ text }) => /^-P/.test(text))
  const word = args[at]
  if (!word || args.some(({ text }) => text === '-E')) return []
  const file = word.text === '-P' ? args[at + 1] : withText(word, word.text.slice(2))
  if (!file) return []
  const found = await insideFile(file, context, { args: [], language: 'code' })
  return found.flatMap((each): readonly NestedCommand[] =>
    each.kind === 'code'
      ? [
          each,
          ...(each.text.length > longest
            ? [
                {
                  kind: 'unreadable' as const,
                  reason: `${file.text} is too long to be looked through`,
                  ofFile: true as const,
                },
              ]
            : []),
          ...cmakeCommands(each.text).map((line) =>
            script(plainWord(line), 'a command in a script of cmake', {
              how: { via: 'script', stdin: { kind: 'inherit' } },
            }),
          ),
        ]
      : [each],
  )
}

/** A substitution of perl's in which nothing is worked out. */
const plainSubstitution =
  /^(?:s([^\w\s@$])(?:\\.|(?!\1)[^\\@])*\1(?:\\.|(?!\1)[^\\@])*\1[gimsx]*|(?:y|tr)([^\w\s@$])(?:\\.|(?!\2)[^\\])*\2(?:\\.|(?!\2)[^\\])*\2[cdsr]*);?$/

/** `rename`: that of perl runs its first word as code, that of util-linux takes two plain words. */
const insideRename: NestedReader = ({ args }) => {
  const given = args.flatMap((word, at): readonly Word[] => {
    const [, tied] = /^(?:-[eE]|--expr=)(.+)$/s.exec(word.text) ?? []
    if (tied !== undefined) return [withText(word, tied)]
    return /^(-[a-z]*[eE]|--expr)$/.test(args[at - 1]?.text ?? '') ? [word] : []
  })
  const [first] = args.filter(({ text }) => !text.startsWith('-'))
  const code = given.length > 0 ? joinWords(given, '\n') : first
  if (!code || (code.known && /^[\w.,~+ -]*$/.test(code.text) && given.length === 0)) return []
  if (code.known && plainSubstitution.test(code.text) && !/\(\?\??\{/.test(code.text)) return []
  return [
    {
      kind: 'command',
      words: [plainWord('perl'), plainWord('-e'), code],
      how: { via: 'script', stdin: { kind: 'inherit' } },
    },
  ]
}

/** `direnv exec FOLDER COMMAND` runs the `.envrc` of the folder before the command, in bash. */
const insideDirenv: NestedReader = async (context) => {
  const [verb, folder] = context.args
  if (verb?.text !== 'exec' || !folder) return []
  const file = withText(folder, `${folder.text.replace(/\/+$/, '')}/.envrc`)
  return insideFile(file, context, { args: [], language: 'shell' })
}

/** What node is told to load by an option of a package manager. */
const insideNodeOptions: NestedReader = async (context) => {
  const found: NestedCommand[] = []
  for (const value of nodeOptionsIn(context.args))
    found.push(...(await insideLoadingVariable({ name: 'NODE_OPTIONS', value }, context)))
  return found
}

/** Files that a call loads as code, besides what it is told to run. */
export function loadingReaders(program: string): readonly NestedReader[] {
  if (program === 'cmake') return [insideCmake]
  if (program === 'direnv') return [insideDirenv]
  if (/^(rename|prename|perl-rename|file-rename)$/.test(program)) return [insideRename]
  return /^(npm|npx|pnpm|pnpx|yarn)$/.test(program) ? [insideNodeOptions] : []
}

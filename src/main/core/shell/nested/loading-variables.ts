import { plainWord, type Word, withText } from '../graph'
import { withEmbedded } from './interpreters'
import type { CallContext, NestedCommand } from './nested-command'
import { insideFile } from './shells'

/** Variables that hold options of node, whatever program it runs. */
const ofNode = /^(NODE_OPTIONS|npm_config_node_options)$/i
/** Variables that hold a program of Lua, or name one behind `@`. */
const ofLua = /^LUA_INIT(_\d+_\d+)?$/

/** Whether a variable is read here, as options or as code of an interpreter. */
export const holdsOptions = (name: string): boolean => ofNode.test(name) || ofLua.test(name)

/** Options of node that load and write nothing: what they are given names no place. */
const plainOfNode =
  /^--(?:max|stack|trace(?!-event-file)|no|enable|use|unhandled|throw|pending|preserve|dns|network|openssl-(?:legacy|shared)|expose|experimental(?!-(?:loader|config|default-config))|disable|force|frozen|abort|jitless|insecure|secure|tls-(?:min|max|cipher)|title|test-only)[\w-]*(?:=[\w.,:%-]*)?$/

/** Options of node whose value, tied on or the next word, is code that runs before the program's own. */
const loadsInNode = /^(?:-r|--require|--import|--loader|--experimental-loader)(?:=(.*))?$/s

const codeOf = async (
  file: Word,
  language: string,
  context: CallContext,
): Promise<readonly NestedCommand[]> =>
  withEmbedded(await insideFile(file, context, { args: [], language: 'code' }), language)

/** What node loads by its options: files as code, and the rest as a call of node that is judged by them. */
async function insideNode(
  value: Word,
  title: string,
  context: CallContext,
): Promise<readonly NestedCommand[]> {
  // What it was before stands for nothing more.
  const text = value.text.replace(/\$(?:NODE_OPTIONS\b|\{NODE_OPTIONS(?::?[-+])?\})/g, '')
  const isKnown = value.known || !/[$`]/.test(text)
  const words = text
    .split(/\s+/)
    .map((each) => each.replace(/^"(.*)"$/s, '$1'))
    .filter((each) => each !== '')
  if (isKnown && words.every((each) => plainOfNode.test(each))) return []
  const files = words.flatMap((each, at) => {
    const [whole, tied] = loadsInNode.exec(each) ?? []
    const file = whole === undefined ? undefined : (tied ?? words[at + 1])
    return file !== undefined && /^(?:\.{0,2}\/|file:)/.test(file)
      ? [file.replace(/^file:(?:\/\/)?/, '')]
      : []
  })
  const found: NestedCommand[] = []
  for (const file of files) found.push(...(await codeOf(plainWord(file), 'node', context)))
  if (!isKnown) found.push({ kind: 'unreadable', reason: `${title} is only known at run time` })
  return [
    ...found,
    {
      kind: 'command',
      words: ['node', ...words.filter((each) => !each.startsWith('$'))].map(plainWord),
      how: { via: 'script', stdin: { kind: 'inherit' } },
    },
  ]
}

/** What an interpreter is told by a variable to load or to run before anything else. */
export async function insideLoadingVariable(
  { name, value }: { readonly name: string; readonly value: Word },
  context: CallContext,
): Promise<readonly NestedCommand[]> {
  if (value.text === '') return []
  if (ofNode.test(name)) return insideNode(value, name, context)
  if (value.text.startsWith('@')) return codeOf(withText(value, value.text.slice(1)), 'lua', context)
  return [
    {
      kind: 'command',
      words: [plainWord('lua'), plainWord('-e'), value],
      how: { via: 'script', stdin: { kind: 'inherit' } },
    },
  ]
}

/** `npm --node-options=…`: the same as an option of a package manager. */
export const nodeOptionsIn = (args: readonly Word[]): readonly Word[] =>
  args.flatMap((word, at) => {
    const [, tied] = /^--node-options=(.*)$/s.exec(word.text) ?? []
    if (tied !== undefined) return [withText(word, tied)]
    return args[at - 1]?.text === '--node-options' ? [word] : []
  })

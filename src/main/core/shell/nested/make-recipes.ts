import { plainWord } from '../graph'
import type { SourceText } from '../graph-builder'
import { splitLeading, type NestedReader, type NestedCommand } from './nested-command'

/** What a Makefile says, as far as it can be read without make: rules with literal targets, and plain variables. */
interface Makefile {
  readonly rules: ReadonlyMap<
    string,
    { readonly needs: readonly string[]; readonly recipe: readonly string[] }
  >
  readonly variables: ReadonlyMap<string, string>
  readonly first: string | undefined
  /** Words for what in it is not followed: includes, pattern rules, calls of the shell. */
  readonly opaque: readonly string[]
}

const maxTargets = 64

function parseMakefile(text: string): Makefile {
  const rules = new Map<string, { needs: string[]; recipe: string[] }>()
  const variables = new Map<string, string>()
  const opaque = new Set<string>()
  let first: string | undefined
  let current: string[] = []
  for (const line of text.replace(/\\\n\s*/g, ' ').split('\n')) {
    if (line.startsWith('\t')) {
      for (const name of current) rules.get(name)?.recipe.push(line.slice(1))
      continue
    }
    const [, name, operator, value] =
      /^\s*(?:export\s+)?([\w.-]+)\s*(\?=|:=|::=|\+=|!=|=)\s*(.*)$/.exec(line) ?? []
    if (name !== undefined) {
      if (operator === '!=') opaque.add(`${name} comes from a shell command`)
      variables.set(
        name,
        operator === '+=' ? `${variables.get(name) ?? ''} ${value ?? ''}`.trim() : (value ?? ''),
      )
      continue
    }
    if (/^\s*-?include\s/.test(line)) opaque.add('it includes other makefiles')
    const [, targets, needs, inline] = /^([^\s#:=][^#:=]*?)\s*::?\s*([^=;#]*)(?:;(.*))?$/.exec(line) ?? []
    if (targets === undefined) {
      if (line.trim() !== '' && !line.startsWith('#')) current = []
      continue
    }
    current = targets.trim().split(/\s+/)
    for (const target of current) {
      const rule = rules.get(target) ?? { needs: [], recipe: [] }
      rule.needs.push(...(needs ?? '').split(/[\s|]+/).filter((each) => each !== ''))
      if (inline !== undefined) rule.recipe.push(inline)
      rules.set(target, rule)
      if (first === undefined && !target.startsWith('.') && !target.includes('%')) first = target
    }
  }
  return { rules, variables, first, opaque: [...opaque] }
}

/** `$(NAME)` and `$$`; what is not known becomes a shell variable of the same name, which is then unknown as well. */
function expandMake(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  return text.replace(
    /\$(\$|\(([\w.-]+)\)|\{([\w.-]+)\}|([@<^+?*]))/g,
    (whole: string, first: string, a?: string, b?: string) => {
      if (first === '$') return '$'
      const name = a ?? b
      if (name === undefined) return '"$target"'
      const value = variables.get(name)
      if (value === undefined) return `\${${name.replace(/[^\w]/g, '_')}}`
      return depth < 6 ? expandMake(value, variables, depth + 1) : whole
    },
  )
}

/** The makefiles that one includes by a plain name. */
const includesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*-?s?include\s+(.+)$/gm)]
    .flatMap(([, names = '']) => names.replace(/#.*/, '').trim().split(/\s+/))
    .filter((name) => name !== '' && !/[$*?[]/.test(name))
    .slice(0, 32)

/** Lines that `make -n` runs nevertheless. */
const runsAnyhow = /^\s*[@-]*\+|\$[({]MAKE[)}]/

/** The recipes of the wanted targets and of all that they need, needs first. */
function recipesFor(
  makefile: Makefile,
  targets: readonly string[],
  dry: boolean,
): { target: string; script: string }[] {
  const seen = new Set<string>()
  const found: { target: string; script: string }[] = []
  const visit = (target: string): void => {
    if (seen.has(target) || seen.size >= maxTargets) return
    seen.add(target)
    const rule = makefile.rules.get(target)
    for (const need of rule?.needs ?? []) visit(expandMake(need, makefile.variables))
    const lines = (rule?.recipe ?? [])
      .filter((line) => !dry || runsAnyhow.test(line))
      .map((line) => expandMake(line.replace(/^\s*[@+-]+\s*/, ''), makefile.variables))
    if (lines.length > 0) found.push({ target, script: lines.join('\n') })
  }
  for (const target of targets) visit(target)
  return found
}

/** What make runs while it reads: `$(shell TEXT)`, `NAME != TEXT`. `-n` does not keep it from that. */
function readTimeScripts(text: string): string[] {
  const found = [...text.matchAll(/^\s*(?:export\s+)?[\w.-]+\s*!=\s*(.+)$/gm)].map(
    ([, script = '']) => script,
  )
  for (const { index } of text.matchAll(/\$[({]shell\s/g)) {
    let [at, depth] = [index + 2, 1]
    for (; at < text.length && depth > 0; at++) {
      if (/[({]/.test(text.charAt(at))) depth += 1
      else if (/[)}]/.test(text.charAt(at))) depth -= 1
    }
    found.push(text.slice(index + 8, at - 1))
  }
  return found.slice(0, 16)
}

const asScript = (text: string, title: string, cwd?: string): NestedCommand => ({
  kind: 'script',
  text: plainWord(text),
  title,
  shell: 'posix',
  how: { via: 'script', ...(cwd === undefined ? {} : { cwd: [cwd] }) },
})

/** How many at once, and how busy the machine may be. */
const takesNumber = /^(-\w*[jl]|--jobs|--load-average|--max-load)$/

const insideMake: NestedReader = async (context) => {
  const { args, command, input } = context
  const { options, rest } = splitLeading(args, 'CfIjlloWOE', [
    '--directory',
    '--file',
    '--makefile',
    '--jobs',
    '--eval',
  ])
  if (['-v', '--version', '--help'].some((each) => options.has(each))) return []
  const dry = ['-n', '--dry-run', '--just-print', '--recon', '-q', '--question'].some((each) =>
    options.has(each),
  )
  const found: NestedCommand[] = args.flatMap((word) =>
    readTimeScripts(word.text).map((text) => asScript(text, 'make reads')),
  )
  const words = [...rest]
  const assigned = words.filter((word) => /^\w+=/.test(word.text))
  for (const word of assigned)
    if (/^SHELL=/.test(word.text))
      found.push({
        kind: 'script',
        text: { ...word, text: `${word.text.slice(6)} -c true`, head: '' },
        title: word.text,
        shell: 'posix',
        how: { via: 'escape' },
      })
  const [cwd] = command.cwd
  const folder = options.get('-C') ?? options.get('--directory')
  if (cwd === undefined || folder?.known === false || command.host !== undefined)
    return [...found, { kind: 'unreadable', reason: 'the folder of the makefile is not known' }]
  const base =
    folder === undefined ? cwd : folder.text.startsWith('/') ? folder.text : `${cwd}/${folder.text}`
  const file = options.get('-f') ?? options.get('--file') ?? options.get('--makefile')
  const names = file ? [file.text] : ['GNUmakefile', 'makefile', 'Makefile']
  // What `--eval` gives is read like a makefile before the others.
  const evaluated = args
    .flatMap(({ text }, at) =>
      text === '--eval'
        ? [args[at + 1]?.text ?? '']
        : /^--eval=/.test(text)
          ? [text.slice(7)]
          : /^-E./.test(text)
            ? [text.slice(2)]
            : text === '-E'
              ? [args[at + 1]?.text ?? '']
              : [],
    )
    .map((text) => `${text}\n`)
    .join('')
  for (const name of names) {
    const there: SourceText =
      /^(-|\/dev\/(stdin|fd\/0))$/.test(name) && input !== undefined
        ? { kind: 'text', text: input }
        : await context.read(name.startsWith('/') ? name : `${base}/${name}`)
    const read =
      there.kind === 'not-read' && evaluated !== '' && name === names.at(-1)
        ? ({ kind: 'text', text: '' } as const)
        : there
    if (read.kind === 'not-read') {
      if (read.reason === 'does not exist' && name !== names.at(-1)) continue
      return dry && !file ? found : [...found, { kind: 'unreadable', reason: `${name}: ${read.reason}` }]
    }
    for (const text of readTimeScripts(read.text)) found.push(asScript(text, `${name} reads`, base))
    // They are not followed; what a yes is given on they are part of.
    for (const included of includesOf(read.text))
      await context.read(included.startsWith('/') ? included : `${base}/${included}`)
    const parsed = parseMakefile(`${evaluated}${read.text}`)
    const variables = new Map([['MAKE', dry ? 'make -n' : 'make'], ...parsed.variables])
    for (const { text } of assigned)
      variables.set(text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1))
    const makefile = { ...parsed, variables }
    const wanted = words
      .filter(({ text }, at) => !(/^[\d.]+$/.test(text) && takesNumber.test(words[at - 1]?.text ?? '')))
      .filter(({ text }) => !/^\w+=/.test(text) && !text.startsWith('-'))
      .map((word) => word.text)
    const targets = wanted.length > 0 ? wanted : parsed.first === undefined ? [] : [parsed.first]
    if (!dry) {
      for (const target of targets)
        if (!parsed.rules.has(target))
          found.push({ kind: 'unreadable', reason: `no plain rule for ${target}` })
      for (const reason of parsed.opaque) found.push({ kind: 'unreadable', reason: `${name}: ${reason}` })
      if (/\$\((shell|eval|call)\b/.test(read.text))
        found.push({ kind: 'unreadable', reason: `${name} computes what it runs` })
    }
    for (const { target, script } of recipesFor(makefile, targets, dry))
      found.push({
        kind: 'script',
        text: plainWord(script),
        title: `${name} target ${target}`,
        shell: 'posix',
        how: { via: 'script', cwd: [base] },
      })
    return found
  }
  return found
}

/** make and its kin: the recipe of the target and of all that it needs. */
export const makeReaders: Readonly<Record<string, NestedReader>> = { make: insideMake, gmake: insideMake }

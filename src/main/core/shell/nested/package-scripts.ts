import { plainWord, type SimpleCommand, type Word } from '../graph'
import { parentOf, resolveAll, upwards } from '../paths'
import {
  joinWords,
  splitLeading,
  type CallContext,
  type NestedReader,
  type NestedCommand,
  type SplitWords,
} from './nested-command'
import { startedIn } from './started-in'
import { isShell } from '../shell-script'

/** What a package.json says that matters here. Everything in it is untrusted. */
export interface Manifest {
  readonly path: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: readonly string[]
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Reads a package.json's text; undefined when it is not JSON with an object in it. */
export function parseManifest(text: string, path: string): Manifest | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined // npm would stop on it as well
  }
  const found = record(json)
  const scripts = Object.fromEntries(
    Object.entries(record(found.scripts)).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    ),
  )
  const dependencies = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
    Object.keys(record(found[key])),
  )
  return { path, scripts, dependencies }
}

/** The value of the first of these options, wherever it stands before `--`; undefined where there is none. */
function optionValue(args: readonly Word[], names: RegExp): Word | undefined {
  const end = args.findIndex(({ text }) => text === '--')
  const given = end < 0 ? args : args.slice(0, end)
  for (const [at, word] of given.entries()) {
    const cut = word.text.indexOf('=')
    if (cut > 0 && names.test(word.text.slice(0, cut)))
      return { ...word, text: word.text.slice(cut + 1), head: '' }
    if (names.test(word.text)) return given[at + 1] ?? plainWord('')
  }
  return undefined
}

/**
 * The package.json that npm would use: the nearest one above the folder, or that of the workspace that is named by its folder.
 * The reason when there is none or it cannot be told which.
 */
async function findManifest(context: CallContext): Promise<Manifest | string> {
  const { command, read, args } = context
  const [from, ...others] = command.cwd
  if (from === undefined || others.length > 0) return 'the folder of package.json is not known'
  if (command.host !== undefined) return `package.json lies on ${command.host}`
  const moved = optionValue(args, /^(--prefix|-C|--cwd|--dir)$/)
  const [cwd] = moved?.known === false ? [] : resolveAll(moved?.text ?? '.', [from])
  if (cwd === undefined) return 'the folder of package.json is not known'
  const several = args.some(({ text }) => /^(-ws|--workspaces|-r|--recursive)$/.test(text))
  const workspace = optionValue(args, /^(-w|--workspace|--filter|-F)$/)
  if (workspace !== undefined || several) {
    const [folder] =
      workspace?.known === true && workspace.text !== '' ? resolveAll(workspace.text, [cwd]) : []
    const path = `${folder ?? ''}/package.json`
    const found = folder === undefined || several ? undefined : await read(path)
    if (found?.kind !== 'text') return 'which packages of the workspace it is about is not known'
    return parseManifest(found.text, path) ?? 'package.json is no JSON'
  }
  for (const folder of upwards(cwd).slice(0, 12)) {
    const path = `${folder}/package.json`
    const found = await read(path)
    if (found.kind === 'text') return parseManifest(found.text, path) ?? 'package.json is no JSON'
    if (found.reason !== 'does not exist') return `package.json: ${found.reason}`
  }
  return 'there is no package.json'
}

function scriptCommand(name: string, text: string, manifest: Manifest, args: readonly Word[]): NestedCommand {
  const script = [text, ...args.map((word) => word.text)].join(' ')
  return {
    kind: 'script',
    text: { ...plainWord(script), known: args.every((word) => word.known) },
    title: `package.json script ${name}`,
    shell: 'posix',
    how: { via: 'script', cwd: [parentOf(manifest.path)] },
  }
}

const has = (manifest: Manifest, name: string): boolean => Object.hasOwn(manifest.scripts, name)

/** The scripts that run for one name: with npm also its pre and post forms. */
function scriptsFor(names: readonly string[], manifest: Manifest, args: readonly Word[]): NestedCommand[] {
  return names.flatMap((name) => {
    const text = has(manifest, name) ? manifest.scripts[name] : undefined
    return text === undefined ? [] : [scriptCommand(name, text, manifest, args)]
  })
}

const around = (name: string): readonly string[] => [`pre${name}`, name, `post${name}`]
const lifecycle = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
]

const aliases: Readonly<Record<string, string>> = {
  t: 'test',
  tst: 'test',
  i: 'install',
  in: 'install',
  isntall: 'install',
  add: 'install',
  'clean-install': 'ci',
  'install-test': 'install',
  'run-script': 'run',
  rum: 'run',
  urn: 'run',
  x: 'exec',
  dlx: 'exec',
}

/** npm's built-in verbs that run a script of the same name. */
const named = new Set(['test', 'start', 'stop', 'restart'])

/** Verbs that pnpm, yarn and bun have of their own; any other word is a script or a tool. */
export const ownVerbs =
  /^(install|ci|run|exec|remove|rm|un|uninstall|update|up|upgrade|outdated|list|ls|why|view|info|publish|unpublish|pack|link|unlink|init|create|config|cache|audit|login|logout|whoami|version|help|store|prune|rebuild|dedupe|import|fetch|patch|workspaces?|global|set|node|npm|doctor|token|owner|access|team|deprecate|dist-tag|star|search|fund|root|bin|prefix|docs|repo|bugs|ping|profile|explain|query|sbom|pkg|diff|edit|explore|completion|get|check|licenses|plugin|import|dist|tag|policies|generate-lock-entry|autoclean|self-update|env|setup|server|deploy|approve-builds|pm|build|upgrade-interactive)$/

/** The verb of a package manager's call, in its long form, what comes after it, and the options before it. */
export function packageVerb(
  args: readonly Word[],
): Pick<SplitWords, 'options' | 'rest'> & { readonly verb: string } {
  const { options, rest } = splitLeading(args, 'Cw', [
    '--prefix',
    '--workspace',
    '--cwd',
    '--dir',
    '--filter',
    '-F',
  ])
  const [first, ...more] = rest
  const text = first?.text ?? 'install'
  return { verb: Object.hasOwn(aliases, text) ? (aliases[text] ?? text) : text, rest: more, options }
}

/** What is asked of workspaces and runs no script that is read here. */
const workspaceOnly = /^(add|install|up|upgrade|remove|focus|list|info|why|outdated)$/

const insidePackageManager: NestedReader = async (context) => {
  const { args, command } = context
  const { verb, rest, options } = packageVerb(args)
  if (args.some((word) => /^--(version|help)$|^-[hv]$/.test(word.text)) || verb === 'help') return []
  const shell = splitOption([...args], '--script-shell')
  const escape: NestedCommand[] = shell
    ? [{ kind: 'command', words: [shell, plainWord('-c'), plainWord('true')], how: { via: 'escape' } }]
    : []
  const moved = startedIn(options, ['-C', '--dir', '--cwd', '--prefix'], command.cwd)
  const inShell = /^(-c|--shell-mode)$/
  if (verb === 'exec' && command.program === 'pnpm' && args.some(({ text }) => inShell.test(text))) {
    const text = joinWords(rest.filter((word) => !inShell.test(word.text)))
    return [
      ...escape,
      { kind: 'script', text, title: 'pnpm exec -c', shell: 'posix', how: { via: 'script', ...moved } },
    ]
  }
  if (verb === 'exec') return [...escape, ...insideTool(rest).map((tool) => toolIn(tool, moved, command))]
  // yarn's `workspace NAME VERB`, and for each of them.
  if (/^workspaces?$/.test(verb) && !rest.some(({ text }) => workspaceOnly.test(text)))
    return [
      ...escape,
      { kind: 'unreadable', reason: 'which packages of the workspace it is about is not known' },
    ]
  const installs = verb === 'install' || verb === 'ci'
  const given = rest.filter((word) => !word.text.startsWith('-'))
  const script = named.has(verb) ? verb : verb === 'run' ? given[0]?.text : undefined
  const isNpm = command.program === 'npm'
  const direct =
    !isNpm && script === undefined && !(ownVerbs.test(verb) && verb !== 'build') && !installs
      ? verb
      : undefined
  const name = script ?? direct
  if (!installs && name === undefined) return escape
  if (installs && (args.some((word) => word.text === '--ignore-scripts') || given.length > 0)) return escape
  const manifest = await findManifest(context)
  if (typeof manifest === 'string')
    return installs ? escape : [...escape, { kind: 'unreadable', reason: manifest }]
  if (installs) return [...escape, ...scriptsFor(lifecycle, manifest, [])]
  if (name === undefined) return escape
  const cut = rest.findIndex((word) => word.text === '--')
  const passed = isNpm
    ? cut < 0
      ? []
      : rest.slice(cut + 1)
    : rest.filter((word) => word !== given[0] || direct !== undefined)
  if (has(manifest, name)) return [...escape, ...scriptsFor(around(name), manifest, passed)]
  // yarn, pnpm and bun fall back to a tool of that name.
  if (direct !== undefined && args.length > 0) {
    const tools = insideTool([plainWord(direct), ...rest])
    return [...escape, ...tools.map((tool) => toolIn(tool, moved, command))]
  }
  return [...escape, { kind: 'unreadable', reason: `package.json has no script ${name}` }]
}

function splitOption(args: readonly Word[], name: string): Word | undefined {
  const at = args.findIndex((word) => word.text === name || word.text.startsWith(`${name}=`))
  const word = args[at]
  return (
    word &&
    (word.text === name ? args[at + 1] : { ...word, text: word.text.slice(name.length + 1), head: '' })
  )
}

/** `npx tool args`: the tool runs as a command of its own name. */
function insideTool(args: readonly Word[]): NestedCommand[] {
  const { options, rest } = splitLeading(args, 'pc', ['--package', '--call', '--workspace'])
  const call = options.get('-c') ?? options.get('--call')
  if (call) return [{ kind: 'script', text: call, title: 'npx -c', shell: 'posix', how: { via: 'script' } }]
  const [tool, ...more] = rest
  if (!tool || isShell(tool.text))
    return tool ? [{ kind: 'command', words: rest, how: { via: 'wrapper' } }] : []
  const bare = { ...tool, text: tool.text.replace(/(?<=.)@[^/]*$/, ''), head: '' }
  return [{ kind: 'command', words: [bare, ...more], how: { via: 'wrapper' } }]
}

/** A tool in the folder that its package manager is sent to, or where that is started: not each goes there itself. */
const toolIn = (
  tool: NestedCommand,
  { cwd }: ReturnType<typeof startedIn>,
  from: SimpleCommand,
): NestedCommand =>
  cwd && 'how' in tool
    ? { ...tool, how: { ...tool.how, cwd: cwd.length > 0 ? [...cwd, ...from.cwd] : [] } }
    : tool

/** Package managers of JavaScript: their scripts, with pre and post, and the tools they start. */
export const packageReaders: Readonly<Record<string, NestedReader>> = {
  npm: insidePackageManager,
  pnpm: insidePackageManager,
  yarn: insidePackageManager,
  bun: insidePackageManager,
  npx: ({ args }) => insideTool(args),
  pnpx: ({ args }) => insideTool(args),
  bunx: ({ args }) => insideTool(args),
  uvx: ({ args }) => insideTool(args),
  pipx: ({ args }) => (args[0]?.text === 'run' ? insideTool(args.slice(1)) : []),
}

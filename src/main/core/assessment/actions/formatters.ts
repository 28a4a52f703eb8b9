import { builtInTable } from '../../programs/built-in'
import type { SimpleCommand } from '../../shell/graph'
import { argumentsBy } from './arguments'
import { targetOf } from './file-action'
import { all, here, type Found } from './program-forms'

/** How a formatter comes to change the files that it is given: by an option, or unless one says that it only looks. `skip`: so many words of its own before them. */
interface Formatter {
  readonly names: RegExp
  readonly by?: RegExp
  readonly unless?: RegExp
  readonly verb?: RegExp
  readonly skip?: number
}

const looks =
  /^(--check|--check-only|--diff|-c|-d|--dry-run|--list-different|--version|-h|--help|-|--stdin-\S*|-diff|-check)(=|$)/

const formatters: readonly Formatter[] = [
  { names: /^(prettier|buf|stylua|dprint-check)$/, by: /^(--write|-w)$/ },
  {
    names: /^(eslint|oxlint|stylelint|rubocop|standard|xo|clang-tidy|markdownlint|tslint)$/,
    by: /^(--fix(-(type|suggestions|dangerously|errors))?|--auto-?correct(-all)?|-a|-A)(=|$)/,
  },
  { names: /^(black|isort|rustfmt|nixfmt|mdformat|pyupgrade|docformatter)$/, unless: looks },
  {
    names: /^(autopep8|yapf|autoflake|clang-format|ormolu|fourmolu|docformatter|jscodeshift)$/,
    by: /^(-[a-z]*i|--in-?place)$/,
  },
  { names: /^(gofmt|goimports|gofumpt|shfmt|2to3)$/, by: /^-[a-z]*w$|^--write$/ },
  { names: /^ruff$/, verb: /^check$/, by: /^--(fix|fix-only|unsafe-fixes|add-noqa)$/, skip: 1 },
  { names: /^ruff$/, verb: /^format$/, unless: looks, skip: 1 },
  {
    names: /^biome$/,
    verb: /^(check|format|lint)$/,
    by: /^--(write|fix|apply|apply-unsafe|apply-suggested)$/,
    skip: 1,
  },
  { names: /^(terraform|tofu|deno|zig|dprint|taplo)$/, verb: /^(fmt|format)$/, unless: looks, skip: 1 },
  { names: /^dart$/, verb: /^format$/, unless: /^(-o(none|show)?|--output(=(none|show|json))?)$/, skip: 1 },
  { names: /^(sqlfluff|php-cs-fixer)$/, verb: /^fix$/, unless: looks, skip: 1 },
]

/** Options of theirs with a value behind them. */
const values = [
  ...['--config', '--config-path', '--plugin', '--ignore-path', '--parser', '--log-level', '--line-length'],
  ...['--target-version', '--profile', '--style', '--select', '--ignore', '--exclude', '--extend-exclude'],
  ...[
    '--ext',
    '--format',
    '--settings-path',
    '--output-file',
    '--max-warnings',
    '--rule',
    '--cache-location',
  ],
  ...[
    '--resolve-plugins-relative-to',
    '--rulesdir',
    '--ignore-pattern',
    '--edition',
    '-local',
    '-ln',
    '-o',
    '-f',
  ],
]

/** The files that a formatter or a linter changes: what its words name, all below a folder among it, or what lies where it runs. */
export function formatted(command: SimpleCommand): readonly Found[] {
  const { program } = command
  const known = formatters.filter(({ names }) => names.test(program))
  if (known.length === 0) return []
  const { operands } = argumentsBy(command, [...values, ...(builtInTable.of(program)?.values ?? [])])
  const texts = command.words.slice(1).map(({ text }) => text)
  const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text))
  const found = known.find(
    ({ by, unless, verb }) =>
      (verb === undefined || verb.test(operands[0]?.text ?? '')) &&
      (by === undefined || has(by)) &&
      (unless === undefined || !has(unless)),
  )
  if (!found) return []
  const files = operands.slice(found.skip ?? 0).filter(({ text }) => text !== '-')
  if (files.length === 0) return [{ access: 'change', target: here(command) }]
  return files.flatMap((file): readonly Found[] => {
    const named = all([file], command, 'change')
    // Without an ending it may as well be a folder.
    const isFile = /[^/.~][^/]*\.\w+$/.test(file.text) || file.glob || !file.known
    const target = { ...targetOf(file, command), spread: 'below', filtered: true } as const
    return isFile || /^\.[^./]/.test(file.text.slice(file.text.lastIndexOf('/') + 1))
      ? named
      : [{ access: 'change', target }]
  })
}

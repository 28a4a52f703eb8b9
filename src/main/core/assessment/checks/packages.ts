import { builtInTable } from '../../programs/built-in'
import { ownVerbs, packageVerb } from '../../shell/nested/package-scripts'
import { environmentOf, type SimpleCommand } from '../../shell/graph'
import { recordRule } from './record-rules'
import { argsOf, asksForHelp, verbs, type Rule } from './rule'
import { unverifiedSettings } from './unverified'

const script = /^(npm|pnpm|yarn|bun)$/

const verbOf = (command: SimpleCommand): string => packageVerb(command.words.slice(1)).verb

/** Whether the records say of a call that it brings packages in. */
export const bringsIn = (command: SimpleCommand): boolean =>
  recordRule(command, builtInTable)?.rule.effect === 'install'

const namesSource =
  /^--(?:index-url|extra-index-url|registry|find-links|source|index|default-index|trusted-host)(?:=(.*))?$/s
/** Elsewhere these two are no sources: `npm i -f` is by force, `dpkg -i` installs. */
const shortForPip = /^(pip3?|uv|poetry|pipenv|pdm|rye|hatch)$/

/** The same as a variable. */
const sourceVariable =
  /^(PIP_(EXTRA_)?INDEX_URL|PIP_FIND_LINKS|UV_(DEFAULT_|EXTRA_)?INDEX(_URL)?|UV_FIND_LINKS|npm_config_(\S+:)?registry|YARN_(NPM_)?REGISTRY(_SERVER)?|BUN_CONFIG_REGISTRY|GOPROXY|CARGO_REGISTR(Y|IES_\w+)_INDEX|CARGO_SOURCE_\w+|RUBYGEMS_HOST|GEM_SOURCE|BUNDLE_MIRROR\w*|PUB_HOSTED_URL|HEX_MIRROR(_URL)?|RUSTUP_(DIST_SERVER|UPDATE_ROOT)|POETRY_REPOSITORIES_\w+_URL|CONDA_(CHANNELS|CHANNEL_ALIAS)|HOMEBREW_\w+_(DOMAIN|REMOTE)|NUGET_\w*SOURCE\w*|COMPOSER_REPO_\w+)$/i

const official =
  /^(direct|off|local)$|^https:\/\/(proxy\.golang\.org|registry\.npmjs\.org|pypi\.org|registry\.yarnpkg\.com|index\.crates\.io)(\/|$)/

/** Variables by which a package manager takes what nobody has vouched for, and what of their values says so. */
const uncheckedSettings: readonly (readonly [RegExp, RegExp])[] = [
  [/^GOFLAGS$/, /(?:^|\s)--?insecure(?:=true)?(?:\s|$)/],
  [/^(?:GOINSECURE|GONOSUMCHECK|PIP_TRUSTED_HOST|UV_INSECURE_HOST)$/, /\S/],
  // Of hosts of one's own no public list can know.
  [/^(?:GONOSUMDB|GOPRIVATE)$/, /(?:^|,)\*+(?:,|$)/],
  [/^GOSUMDB$/, /^off$/],
  ...unverifiedSettings,
]
const uncheckedOption =
  /^--?(?:insecure|no-strict-ssl|strict-ssl=false|allow-unauthenticated|no-gpg-?checks?|nogpgcheck|allow-untrusted|force-unauthenticated|no-check-certificate|allow-insecure-host|allow-insecure-repositories)$/

/** How a call has packages taken whose origin or content nobody has vouched for: by a variable, by one that go is to keep, or by an option. */
function unchecked(command: SimpleCommand): string | undefined {
  const kept = command.words.flatMap((word) => {
    const [, name, text = ''] = /^([A-Z]+)=(.*)$/s.exec(word.text) ?? []
    return command.program === 'go' && name !== undefined
      ? [{ name, value: { text, known: word.known } }]
      : []
  })
  const set = [...environmentOf(command), ...kept].find(({ name, value: { text, known } }) => {
    // What is not known but for what it was before: `GOFLAGS="$GOFLAGS -mod=mod"`.
    const isOpen =
      !known && /[$`]/.test(text.replaceAll(new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`, 'g'), ''))
    return uncheckedSettings.some(([names, values]) => names.test(name) && (isOpen || values.test(text)))
  })
  if (set) return `${set.name}=${set.value.text}`
  // Behind the name of what is run, options are its own.
  return bringsIn(command) ? argsOf(command).find((text) => uncheckedOption.test(text)) : undefined
}

/** A source of its own that a call names: the value of an option, or an address in place of a package. */
function foreignSource(command: SimpleCommand): string | undefined {
  const args = argsOf(command)
  const set = environmentOf(command)
    .filter(({ name }) => sourceVariable.test(name))
    .flatMap(({ value }) => value.text.split(/[\s,|]+/))
  const named = args.flatMap((text, at) => {
    const option = namesSource.exec(text)
    const named = option !== null || (shortForPip.test(command.program) && /^-[if]$/.test(text))
    return named ? [option?.[1] ?? args[at + 1] ?? ''] : []
  })
  // What `uv run` starts has words of its own.
  const own =
    command.program === 'uv' && args.includes('run')
      ? args.flatMap((text, at) =>
          /^--with(-editable)?$/.test(args[at - 1] ?? '') || /^--with(-editable)?=/.test(text) ? [text] : [],
        )
      : args
  const addresses = own
    .map((text) =>
      text
        .replace(/^(?:--?(?:package|from|spec|p|with|with-editable))=/, '')
        .replace(/^[\w.-]+(?:\[[\w,.-]*\])?\s*@\s*(?=\S)/, ''),
    )
    .filter((text) => /^(git\+)?(https?|git|ssh):/.test(text))
  return [...named, ...addresses, ...set].find((source) => source !== '' && !official.test(source))
}

/** Whether it fetches a tool and runs it, which is kept for that one time. */
const runsOnce = (command: SimpleCommand): boolean =>
  /^(npx|pnpx|bunx|uvx|pipx)$/.test(command.program) ||
  (script.test(command.program) && /^(exec|x|create|init|dlx)$/.test(verbOf(command)))

/** What of go takes the packages that the code needs, without being asked to. */
const goTakes = ({ program, words }: SimpleCommand): boolean =>
  program === 'go' && /^(build|env|generate|list|mod|run|test|vet|work)$/.test(words[1]?.text ?? '')

/** Packages of other places, and what the verbs of a project's own scripts stand for. The rest is in the records of packages. */
export const packageRules: readonly Rule[] = [
  {
    id: 'packages.foreign-source',
    effect: 'install',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    match: (command) => ((bringsIn(command) || runsOnce(command)) && foreignSource(command)) || false,
  },
  {
    id: 'packages.unchecked',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    match: (command) =>
      ((bringsIn(command) || runsOnce(command) || goTakes(command)) &&
        !asksForHelp(command) &&
        unchecked(command)) ||
      false,
  },
  {
    id: 'packages.run-remote',
    level: 'medium',
    categories: ['network_access'],
    match: (command) => {
      const tool = verbs(command).find((text) => !/^(exec|create|init|dlx|x|run)$/.test(text))
      // What a project has for itself (a linter, a compiler) is known by name and judged as what it is.
      return runsOnce(command) && tool !== undefined && !local.test(tool) && !asksForHelp(command)
        ? tool
        : false
    },
  },
  {
    id: 'packages.run-script',
    level: 'low',
    categories: [],
    match: (command) => {
      if (/^(npx|pnpx|bunx|uvx)$/.test(command.program)) return true
      if (command.program === 'pipx') return verbs(command)[0] === 'run'
      const verb = verbOf(command)
      const own = command.program !== 'npm' && !ownVerbs.test(verb)
      return script.test(command.program) && (own || /^(run|test|start|stop|restart|exec|build)$/.test(verb))
    },
  },
]

const local =
  /^(eslint|prettier|tsc|vitest|jest|mocha|ava|tap|playwright|cypress|vite|webpack|rollup|esbuild|swc|babel|next|nuxt|astro|turbo|nx|lerna|biome|stylelint|tsx|ts-node|nodemon|husky|lint-staged|commitlint|knip|tsup|storybook|prisma|drizzle-kit|tailwindcss|postcss|svelte-kit|svelte-check|vue-tsc|react-scripts|ng|parcel|c8|nyc|rimraf|concurrently|cross-env|wait-on|serve|http-server|depcheck|madge|typedoc|oxlint|dprint|ruff|black|pytest|mypy|kill-port)(@.*)?$/

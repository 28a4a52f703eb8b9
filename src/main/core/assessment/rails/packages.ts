import { ownVerbs, packageVerb } from '../../shell/openings/package-scripts'
import type { SimpleCommand } from '../../shell/graph'
import { argsOf, asksForHelp, hasArg, verbs, type Rule } from './rule'

const script = /^(npm|pnpm|yarn|bun)$/

/** The verb, behind `uv pip` and its kin. */
const plainVerb = ([first = '', second = '']: readonly string[]): string => (first === 'pip' ? second : first)

const verbOf = (command: SimpleCommand): string =>
  script.test(command.program) ? packageVerb(command.words.slice(1)).verb : plainVerb(verbs(command))

/** Words that name packages to install. */
function wanted(command: SimpleCommand): readonly string[] {
  const skip = script.test(command.program)
    ? packageVerb(command.words.slice(1)).rest.map((word) => word.text)
    : verbs(command).slice(1)
  return skip.filter((text) => !text.startsWith('-'))
}

const installs =
  /^(install|i|add|ci|sync|upgrade|update|get|require|create|restore|fetch|vendor|lock|download|tap|reinstall|dedupe|rebuild|import|link|prune|tidy|up|init)$/

const managers =
  /^(npm|pnpm|yarn|bun|pip|pip3|pipx|uv|poetry|pipenv|pdm|rye|hatch|conda|mamba|cargo|go|gem|bundle|bundler|composer|brew|mix|dart|flutter|dotnet|nuget|cpan|cpanm|luarocks|opam|stack|cabal|rustup|nvm|fnm|volta|asdf|mise|pyenv|rbenv|sdk|vcpkg|conan|helm|deno|port|nix-env|flatpak|snap|gradle|mvn)$/

const systemManagers =
  /^(apt|apt-get|aptitude|dnf|yum|zypper|pacman|apk|dpkg|rpm|pkg|emerge|xbps-install|snap|flatpak|installer|softwareupdate|winget|choco|scoop|port|nix-env)$/

const reads =
  /^(ls|list|ll|view|info|show|outdated|why|explain|search|help|config|root|bin|prefix|freeze|check|tree|metadata|version|env|home|deps|leaves|doctor|whoami|licenses|query|depends|policy|files|contents|which|pkgid|locate-project|cache|completion|inspect|graph|status|audit|fund|ping|doc|docs|bugs|repo|history)$/

/** Installing, removing and publishing packages. The scripts that run on the way are judged as what they are. */
export const packageRules: readonly Rule[] = [
  {
    id: 'packages.foreign-source',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    reason: 'It installs code from an address of its own choosing ({}).',
    match: (command) => {
      if (!managers.test(command.program) && !systemManagers.test(command.program)) return false
      if (!installs.test(verbOf(command)) && !/^(dpkg|rpm|installer)$/.test(command.program)) return false
      const index = argsOf(command).find((text, at) => {
        const before = argsOf(command)[at - 1] ?? ''
        const value =
          /^--(index-url|extra-index-url|registry|find-links|source|index|default-index|trusted-host)=(.*)$/.exec(
            text,
          )?.[2]
        return (
          value !== undefined ||
          /^(-i|--index-url|--extra-index-url|--registry|-f|--find-links|--trusted-host|--index|--default-index)$/.test(
            before,
          )
        )
      })
      if (
        index !== undefined &&
        !/(registry\.npmjs\.org|pypi\.org|registry\.yarnpkg\.com|index\.crates\.io)/.test(index)
      )
        return index
      return (
        wanted(command).find((text) => /^https?:|^git\+https?:|^git:|^git\+ssh:|^ssh:/.test(text)) ?? false
      )
    },
  },
  {
    id: 'packages.registry',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    reason: 'It changes where packages come from ({}).',
    match: (command) => {
      const args = argsOf(command)
      const setting = args.find((text) =>
        /^(@[\w-]+:)?registry(=|$)|^global\.(index-url|extra-index-url|trusted-host)|^(ca|cafile|strict-ssl|script-shell|ignore-scripts|prefix|_auth.*|npmRegistryServer)(=|$)/.test(
          text,
        ),
      )
      return /^(npm|pnpm|yarn|pip|pip3|bun)$/.test(command.program) &&
        args[0] === 'config' &&
        args[1] !== 'get' &&
        args[1] !== 'list' &&
        setting !== undefined
        ? setting
        : false
    },
  },
  {
    id: 'packages.publish',
    level: 'high',
    categories: ['data_exfiltration', 'network_access'],
    reason: 'It publishes to the world ({}).',
    match: (command) => {
      const verb = verbOf(command)
      if (asksForHelp(command) || verb === 'help') return false
      if (hasArg(command, /^--dry-run$/)) return false
      const publishes =
        (/^(npm|pnpm|yarn|bun|cargo|poetry|uv|hatch|flit|pdm|dart|flutter|mvn|gradle|helm|vsce|ovsx|lerna|dotnet|nx|changeset)$/.test(
          command.program,
        ) &&
          /^(publish|unpublish|deprecate|yank|owner|access|dist-tag|deploy|push|release|team|star)$/.test(
            verb,
          )) ||
        (command.program === 'twine' && verb === 'upload') ||
        (command.program === 'gem' && /^(push|yank|owner)$/.test(verb)) ||
        (command.program === 'pod' && verb === 'trunk') ||
        /^(semantic-release|np|release-it)$/.test(command.program) ||
        (command.program === 'dotnet' && hasArg(command, /^push$/))
      // `pnpm deploy` copies a package, `yarn deploy` is a script of the project.
      return publishes &&
        !(/^(pnpm|yarn|npm|bun)$/.test(command.program) && /^(deploy|push|release)$/.test(verb))
        ? `${command.program} ${verb}`
        : false
    },
  },
  {
    id: 'packages.system-remove',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It removes packages of the system.',
    match: (command) =>
      systemManagers.test(command.program) &&
      (/^(remove|purge|autoremove|erase|autopurge|uninstall|dist-upgrade|full-upgrade|del)$/.test(
        verbs(command)[0] ?? '',
      ) ||
        hasArg(command, /^(-R[a-z]*|-e|--remove|--purge|-r|-P|--erase|-Rns)$/)),
  },
  {
    id: 'packages.system-file',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It installs a package file into the system.',
    match: (command) =>
      (command.program === 'dpkg' && hasArg(command, /^(-i|--install|--unpack|--configure)$/)) ||
      (command.program === 'rpm' &&
        hasArg(command, /^-[a-zA-Z]*[iUF]|^--install$/) &&
        !hasArg(command, /^-q/)) ||
      (command.program === 'installer' && hasArg(command, /^-pkg$/)) ||
      (/^(apt|apt-get|dnf|yum|zypper|pacman)$/.test(command.program) &&
        argsOf(command).some((text) => /\.(deb|rpm|pkg\.tar\.\w+)$/.test(text))),
  },
  {
    id: 'packages.system',
    level: 'medium',
    categories: ['system_modification', 'network_access'],
    reason: 'It installs or updates packages of the system.',
    match: (command) =>
      systemManagers.test(command.program) &&
      !asksForHelp(command) &&
      (/^(install|update|upgrade|reinstall|add|in|dup|refresh|sync|source|build-dep|download)$/.test(
        verbs(command)[0] ?? '',
      ) ||
        hasArg(command, /^-S[a-z]*$|^-i$/)),
  },
  {
    id: 'packages.global',
    level: 'medium',
    categories: ['system_modification', 'network_access'],
    reason: 'It installs outside the workspace.',
    match: (command) =>
      (managers.test(command.program) &&
        !reads.test(verbOf(command)) &&
        hasArg(command, /^(-g|--global|--user|--system|--location=global|--break-system-packages)$/)) ||
      (/^(pipx|brew|rustup|nvm|fnm|volta|asdf|mise|pyenv|rbenv|sdk)$/.test(command.program) &&
        installs.test(verbOf(command))) ||
      (/^(cargo|go)$/.test(command.program) && verbOf(command) === 'install'),
  },
  {
    id: 'packages.install',
    level: 'medium',
    categories: ['network_access'],
    reason: 'It installs packages, whose own scripts may run.',
    match: (command) =>
      managers.test(command.program) &&
      !asksForHelp(command) &&
      (installs.test(verbOf(command)) ||
        (command.program === 'go' && verbOf(command) === 'mod') ||
        (command.program === 'yarn' && command.words.length === 1)),
  },
  {
    id: 'packages.remove',
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It removes packages.',
    match: (command) =>
      managers.test(command.program) &&
      /^(remove|rm|un|uninstall|r|unlink|delete|cleanup|clean|prune)$/.test(verbOf(command)),
  },
  {
    id: 'packages.run-remote',
    level: 'medium',
    categories: ['network_access'],
    reason: 'It may fetch a tool from the registry and run it ({}).',
    match: (command) => {
      const oneOff =
        /^(npx|pnpx|bunx|uvx|pipx)$/.test(command.program) ||
        (script.test(command.program) && /^(exec|create|init|dlx)$/.test(verbOf(command)))
      const tool = verbs(command).find((text) => !/^(exec|create|init|dlx|x|run)$/.test(text))
      // What a project has for itself (a linter, a compiler) is known by name and judged as what it is.
      return oneOff && tool !== undefined && !local.test(tool) && !asksForHelp(command) ? tool : false
    },
  },
  {
    id: 'packages.environment',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It switches to another set of tools.',
    match: (command) =>
      (/^(nvm|fnm|volta|conda|mamba|pyenv|rbenv|asdf|mise|rustup|sdk|workon|direnv)$/.test(command.program) &&
        /^(use|activate|deactivate|shell|local|global|default|override|allow|set|alias)$/.test(
          verbs(command)[0] ?? '',
        )) ||
      command.program === 'deactivate',
  },
  {
    id: 'packages.query',
    level: 'medium',
    categories: ['network_access'],
    reason: 'It asks the registry.',
    match: (command) =>
      managers.test(command.program) &&
      /^(view|info|outdated|search|audit|ping|login|logout|adduser|whoami|v|show|doctor|fund)$/.test(
        verbOf(command),
      ) &&
      /^(npm|pnpm|yarn|bun|cargo|gem|brew)$/.test(command.program) &&
      !asksForHelp(command),
  },
  {
    id: 'packages.read',
    level: 'low',
    categories: [],
    reason: 'It lists what is installed.',
    match: (command) =>
      (managers.test(command.program) || systemManagers.test(command.program)) &&
      (asksForHelp(command) ||
        verbOf(command) === 'help' ||
        reads.test(verbOf(command)) ||
        (verbOf(command) === 'pkg' && verbs(command)[1] === 'get') ||
        hasArg(command, /^(--dry-run)$/) ||
        (/^(dpkg|rpm|pacman)$/.test(command.program) &&
          hasArg(command, /^(-l|-L|-s|-S|-q[a-z]*|-Q[a-z]*|--list)$/))),
  },
  {
    id: 'packages.run-script',
    level: 'low',
    categories: [],
    reason: 'It runs scripts of the project, which are judged as what they are.',
    match: (command) => {
      if (/^(npx|pnpx|bunx|uvx)$/.test(command.program)) return true
      if (command.program === 'pipx') return verbs(command)[0] === 'run'
      const verb = verbOf(command)
      const own = command.program !== 'npm' && !ownVerbs.test(verb)
      return script.test(command.program) && (own || /^(run|test|start|stop|restart|exec|build)$/.test(verb))
    },
  },
  {
    id: 'packages.other',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It has {} change the project or its own settings.',
    match: (command) => {
      const verb = verbOf(command)
      const written =
        /^(version|pkg|config|set|set-script|pack|link|cache|dedupe|shrinkwrap|rebuild|plugin|patch|import|self-update|env|setup|store|policies)$/
      const only = /^(get|list|ls|verify|--version|path|current)$/
      const [, second = ''] = verbs(command)
      return script.test(command.program) &&
        written.test(verb) &&
        !only.test(second) &&
        command.words.length > 2 &&
        !asksForHelp(command)
        ? command.program
        : false
    },
  },
]

const local =
  /^(eslint|prettier|tsc|vitest|jest|mocha|ava|tap|playwright|cypress|vite|webpack|rollup|esbuild|swc|babel|next|nuxt|astro|turbo|nx|lerna|biome|stylelint|tsx|ts-node|nodemon|husky|lint-staged|commitlint|knip|tsup|storybook|prisma|drizzle-kit|tailwindcss|postcss|svelte-kit|svelte-check|vue-tsc|react-scripts|ng|parcel|c8|nyc|rimraf|concurrently|cross-env|wait-on|serve|http-server|depcheck|madge|typedoc|oxlint|dprint|ruff|black|pytest|mypy|kill-port)(@.*)?$/

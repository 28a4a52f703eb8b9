import { argsOf, asksForHelp, hasArg, verbs, type Rule } from './rule'

/** Tools that only look: compilers without output, linters, formatters in check mode. */
function onlyChecks(program: string, args: readonly string[]): boolean {
  const has = (pattern: RegExp): boolean => args.some((text) => pattern.test(text))
  switch (program) {
    case 'tsc':
    case 'vue-tsc':
      return has(/^--noEmit$/) || has(/^--(showConfig|listFiles|listFilesOnly)$/)
    case 'eslint':
    case 'oxlint':
    case 'stylelint':
    case 'rubocop':
    case 'standard':
      return !has(/^--(fix.*|output-file.*|init|auto-correct.*|autocorrect.*)|^-[oaA]$/)
    case 'prettier':
      return has(/^(--check|-c|--list-different|-l)$/) && !has(/^(--write|-w)$/)
    case 'biome':
      return /^(check|lint|ci|format)$/.test(args[0] ?? '') && !has(/^--(write|apply.*|fix)$/)
    case 'black':
    case 'isort':
      return has(/^(--check|--check-only|--diff|-c)$/)
    case 'ruff':
      return (
        (args[0] === 'check' && !has(/^--(fix|unsafe-fixes|fix-only|add-noqa)$/)) ||
        (args[0] === 'format' && has(/^--(check|diff)$/)) ||
        /^(rule|linter|version|config)$/.test(args[0] ?? '')
      )
    case 'gofmt':
    case 'goimports':
    case 'gofumpt':
      return !has(/^-w$/)
    case 'rustfmt':
      return has(/^--check$/)
    case 'clang-format':
    case 'shfmt':
      return !has(/^(-i|-w)$/)
    case 'cargo':
      return (
        (args[0] === 'fmt' && has(/^--check$/)) ||
        /^(tree|metadata|locate-project|pkgid|search|version|--version|--list|read-manifest|verify-project)$/.test(
          args[0] ?? '',
        )
      )
    case 'flutter':
    case 'dart':
      return (
        args[0] === 'analyze' ||
        (args[0] === 'format' && has(/^--output=none$/)) ||
        (args[0] === 'fix' && has(/^--dry-run$/))
      )
    case 'mix':
      return args[0] === 'format' && has(/^--(check-formatted|dry-run)$/)
    case 'zig':
      return args[0] === 'fmt' && has(/^--check$/)
    case 'deno':
      return (
        (args[0] === 'lint' && !has(/^--fix$/)) ||
        (args[0] === 'fmt' && has(/^--check$/)) ||
        /^(info|doc)$/.test(args[0] ?? '')
      )
    case 'go':
      return /^(vet|env|list|version|doc|help|tool)$/.test(args[0] ?? '') && !has(/^(-w|-toolexec.*|-exec)$/)
    case 'terraform':
    case 'tofu':
      return (
        /^(fmt|validate|version|providers|graph|show|output)$/.test(args[0] ?? '') &&
        !(args[0] === 'fmt' && !has(/^-check$/))
      )
    case 'mypy':
    case 'pyright':
    case 'flake8':
    case 'pylint':
    case 'shellcheck':
    case 'staticcheck':
    case 'govulncheck':
    case 'clj-kondo':
    case 'cppcheck':
    case 'clang-tidy':
    case 'commitlint':
    case 'gitleaks':
    case 'vale':
    case 'hadolint':
    case 'yamllint':
    case 'markdownlint':
    case 'actionlint':
    case 'svelte-check':
    case 'knip':
    case 'depcheck':
    case 'madge':
    case 'typos':
    case 'codespell':
    case 'cloc':
    case 'tokei':
    case 'scc':
    case 'bandit':
    case 'vulture':
    case 'golangci-lint':
    case 'ktlint':
    case 'checkov':
    case 'tflint':
    case 'buf':
      return !has(/^(--?fix(-errors|-notes)?|-w|--write-changes|-F|--format|--export-fixes.*)$/)
    default:
      return false
  }
}

/** Tools that run or build the project: what they do is what the project's own code says, which nobody reads here. */
const runners =
  /^(tsc|vue-tsc|vitest|jest|mocha|ava|tap|karma|playwright|cypress|vite|webpack|rollup|esbuild|swc|babel|next|nuxt|astro|turbo|nx|lerna|tsup|storybook|parcel|ng|react-scripts|gulp|grunt|just|task|rake|tox|nox|pytest|py\.test|unittest|coverage|behave|robot|phpunit|pest|artisan|rspec|minitest|rails|mix|sbt|lein|gradle|gradlew|mvn|mvnw|ant|bazel|buck|pants|cmake|ctest|ninja|meson|make|gmake|xcodebuild|swift|msbuild|dotnet|cargo|go|rustc|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ld|ar|ranlib|strip|as|javac|java|kotlinc|scalac|ghc|stack|cabal|zig|nim|dart|flutter|elixir|mix|erl|julia|Rscript|pre-commit|pre_commit|husky|lint-staged|nodemon|tsx|ts-node|uvicorn|gunicorn|flask|django-admin|celery|hugo|jekyll|mkdocs|sphinx-build|pandoc|latexmk|pdflatex|protoc|buf|prisma|drizzle-kit|alembic|sqlx|diesel|electron|electron-builder|electron-vite|expo|react-native|pod|fastlane|ansible-lint|serverless|wrangler|svelte-kit|tailwindcss|postcss|typedoc|api-extractor|hyperfine|ab|wrk|k6|locust|venv|virtualenv|build|poetry|pdm|hatch|rye|setup\.py|composer|deno|bun|process-compose|overmind|foreman|pm2|forever|c8|nyc|bundle|streamlit|jupyter|ipython|act|autoconf|automake|autoreconf|aclocal|libtool|bison|flex|gcov|lcov|ldd|sass|lessc|svgo|terser|nasm|gfortran|ocamlc|ocamlopt|dune|ghci|runghc|rebar3|erlc|iex|prove|makeinfo|asciidoctor|doxygen|dot|plantuml|mmdc|perltidy|flit|bumpversion|bump2version|git-cliff|release-please|semantic-release|changeset|lefthook|ionic|cordova|capacitor|sequelize|knex|scala|swiftc|crystal|v|odin|gleam|roc|wasmtime|wasmer|emcc|em\+\+|emmake|emconfigure|tinygo|air|goreleaser|dlv|wasm-bindgen|wasm-pack|trunk|bacon|pip-compile|pip-sync|gradio|mlflow|dvc|xcrun|jshell|c2rust|bindgen|cbindgen|swig|sqlfluff|nodenv|tsc-watch|size-limit|bundlesize|percy|chromatic|cucumber|newman|artillery|gatling|lighthouse)$/

const formatters =
  /^(eslint|prettier|biome|black|isort|ruff|gofmt|goimports|gofumpt|rustfmt|clang-format|shfmt|stylelint|rubocop|standard|oxlint|dprint|autopep8|yapf|terraform|tofu|codespell|typos|golangci-lint|ktlint)$/

/** What a project's own tools do. */
export const projectToolRules: readonly Rule[] = [
  {
    id: 'project.check',
    level: 'low',
    categories: [],
    reason: 'It only checks the code.',
    match: (command) => onlyChecks(command.program, argsOf(command)),
  },
  {
    id: 'project.format',
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It changes files of the workspace ({}).',
    match: (command) =>
      formatters.test(command.program) &&
      !onlyChecks(command.program, argsOf(command)) &&
      !asksForHelp(command)
        ? command.program
        : false,
  },
  {
    id: 'project.run',
    level: 'medium',
    categories: ['system_modification'],
    reason: "It runs the project's own code, which was not read ({}).",
    match: (command) => {
      if (
        !runners.test(command.program) ||
        asksForHelp(command) ||
        onlyChecks(command.program, argsOf(command))
      )
        return false
      // A makefile that could be read is judged by its recipes.
      if (/^g?make$/.test(command.program))
        return hasArg(command, /^(-n|--dry-run|--just-print|-q)$/) ? false : 'make'
      if (
        /^(poetry|pdm|hatch|rye|composer|bun|deno|dotnet|cargo|go|mix|bundle|swift)$/.test(command.program) &&
        /^(install|add|remove|list|show|ls|info|--version|version|env|tree|help|outdated|exec|check-platform-reqs)$/.test(
          verbs(command)[0] ?? '',
        ) &&
        command.program !== 'go'
      )
        return false
      if (
        command.program === 'go' &&
        /^(version|env|list|doc|help|vet|get|mod|install)$/.test(verbs(command)[0] ?? '')
      )
        return false
      return command.program
    },
  },
  {
    id: 'project.make-dry',
    level: 'low',
    categories: [],
    reason: 'It only says what make would do.',
    match: (command) =>
      /^g?make$/.test(command.program) && hasArg(command, /^(-n|--dry-run|--just-print|-q)$/),
  },
  {
    id: 'project.own-program',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It runs a program of the workspace ({}).',
    match: (command, view) => {
      const [word] = command.words
      if (
        !word?.known ||
        !/^(\.{1,2}\/|node_modules\/)|\//.test(word.text) ||
        /^\/(usr\/(local\/)?)?s?bin\//.test(word.text)
      )
        return false
      const seen = view.graph.documents.some(
        ({ opener, language }) => opener === command.id && language === 'shell',
      )
      return seen ? false : word.text
    },
  },
  {
    id: 'project.own-script',
    level: 'low',
    categories: [],
    reason: 'It runs a script that was read and is judged as what it is.',
    match: (command, view) =>
      command.words[0]?.text.includes('/') === true &&
      view.graph.documents.some(({ opener, language }) => opener === command.id && language === 'shell'),
  },
]

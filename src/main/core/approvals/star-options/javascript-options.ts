import type { OptionTable } from './option-table'

/** Tools of JavaScript projects. What stands behind a script's `--` is judged by the program that gets it. */
export const javascriptOptions: readonly OptionTable[] = [
  {
    programs: 'npm|pnpm|yarn|bun',
    subcommands: 'test|t|tst|run|run-script|start|stop|restart',
    options: '-s --silent --quiet --verbose --if-present',
    ownMeanings: true,
  },
  {
    programs: 'npm|pnpm|yarn',
    subcommands: 'ls|list|ll|la|outdated|why|explain|view|info|show|ping|root|bin|prefix|whoami',
    options:
      '-a --all --json --long --parseable --depth= --prod --dev --production --omit=dev|optional|peer --silent --no-color',
  },
  {
    programs: 'npm|pnpm|yarn|bun',
    options: '--silent --no-audit --no-fund --prefer-offline --offline',
    ownMeanings: true,
    wordsRun: true,
  },
  { programs: 'npx|pnpx|bunx', options: '', ownMeanings: true, wordsRun: true },
  {
    programs: 'vitest',
    options:
      '--run --watch --watch=false|true --no-watch -t= --testNamePattern= --bail? --reporter=default|basic|verbose|dot|json|tap|tap-flat|tree|hanging-process|github-actions|agent --silent --hideSkippedTests --passWithNoTests --no-file-parallelism --retry= --shard= --testTimeout= --hookTimeout= --teardownTimeout= --maxWorkers= --minWorkers= --changed? --coverage --no-coverage --allowOnly --logHeapUsage --isolate --no-isolate --clearScreen --no-color --color --ui=false --project= --expandSnapshotDiff --printConsoleTrace --includeTaskLocation --slowTestThreshold= --dangerouslyIgnoreUnhandledErrors',
  },
  {
    programs: 'jest',
    options:
      '-t= --testNamePattern= --watch --watchAll --watch=false --watchAll=false --ci --bail? -b --silent --verbose --coverage --collectCoverage --no-coverage --runInBand -i --detectOpenHandles --forceExit --maxWorkers= -w= --passWithNoTests --onlyFailures -f --onlyChanged -o --listTests --testPathPattern= --testPathPatterns= --testPathIgnorePatterns= --testTimeout= --no-cache --logHeapUsage --shard= --expand -e --json --errorOnDeprecated --runTestsByPath --findRelatedTests --showConfig --no-color --colors --randomize --seed=',
  },
  {
    programs: 'mocha',
    options:
      '-g= --grep= -f= --fgrep= -i --invert -b --bail --forbid-only --forbid-pending --timeout= -t= --retries= --slow= -s= --reporter=spec|dot|nyan|tap|min|list|json|landing|progress -R=spec|dot|nyan|tap|min|list|json|landing|progress -p --parallel -j= --jobs= --exit --full-trace --no-color --color -c --diff --no-diff --dry-run --check-leaks --recursive --sort -S --async-only --fail-zero --no-timeouts --inline-diffs',
    ownMeanings: true,
  },
  {
    programs: 'playwright',
    options:
      '-g= --grep= --grep-invert= --headed --workers= -j= --project= --retries= --repeat-each= --max-failures= -x --reporter=line|dot|list|json|github|null --list --last-failed --only-changed? --timeout= --global-timeout= --shard= --quiet --forbid-only --fully-parallel --pass-with-no-tests --no-deps',
  },
  {
    programs: 'eslint',
    options:
      '--fix --fix-dry-run --fix-type=problem|suggestion|layout|directive --quiet --max-warnings= --cache --no-cache --format=stylish|json|json-with-metadata|html -f=stylish|json|json-with-metadata|html --ext= --color --no-color --debug --report-unused-disable-directives --no-error-on-unmatched-pattern --pass-on-no-patterns --no-warn-ignored --exit-on-fatal-error --stats',
  },
  {
    programs: 'prettier',
    options:
      '--check -c --list-different -l --no-color --color --ignore-unknown -u --no-error-on-unmatched-pattern --log-level=silent|error|warn|log|debug --loglevel=silent|error|warn|log|debug',
    ownMeanings: true,
  },
  {
    programs: 'tsc|vue-tsc',
    options:
      '--noEmit --pretty --watch -w --strict --skipLibCheck --listFiles --listFilesOnly --explainFiles --diagnostics --extendedDiagnostics --traceResolution --noErrorTruncation --preserveWatchOutput --noUnusedLocals --noUnusedParameters --noImplicitAny --showConfig -v --version -h --help --all',
    ownMeanings: true,
  },
  {
    programs: 'biome',
    subcommands: 'check|lint|format|ci',
    options:
      '--verbose --colors=off|force --max-diagnostics= --diagnostic-level=info|warn|error --no-errors-on-unmatched --files-ignore-unknown=true|false --error-on-warnings --changed --staged --since=',
    ownMeanings: true,
  },
]

import type { OptionTable } from './option-table'

const cargo =
  '-p= --package= --exclude= --workspace --all --lib --bins --bin= --examples --example= --tests --test= --benches --bench= --all-targets --features= --all-features --no-default-features -r --release -j= --jobs= --keep-going --locked --offline --frozen --message-format=human|short|json -v -vv -q --verbose --quiet --color=auto|always|never --ignore-rust-version'
const lints = '-D= -W= -A= -F= --deny= --warn= --allow= --forbid= --no-deps'

/** Compilers, builders and their test runners. */
export const compiledOptions: readonly OptionTable[] = [
  {
    programs: 'cargo',
    subcommands: 'test|t',
    options: `${cargo} --no-run --no-fail-fast --doc`,
    behind:
      '--nocapture --no-capture --show-output --exact --ignored --include-ignored --list --test-threads= --skip= --color=auto|always|never --format=pretty|terse -q --quiet',
  },
  {
    programs: 'cargo',
    subcommands: 'bench',
    options: `${cargo} --no-run --no-fail-fast`,
    behind: '--nocapture --exact --list',
  },
  { programs: 'cargo', subcommands: 'clippy', options: `${cargo} --no-deps`, behind: lints },
  {
    programs: 'cargo',
    subcommands: 'build|b|check|c|doc|fetch|tree|metadata|update|clean',
    options: `${cargo} --no-deps --dry-run -i= --invert= --depth= --edges=normal|build|dev|all -d`,
  },
  {
    programs: 'cargo',
    subcommands: 'fmt',
    options: '--check --all -v -q --verbose --quiet -p= --package=',
    behind: '--check',
  },
  {
    programs: 'cargo',
    options: '-v -q --verbose --quiet --locked --offline',
    ownMeanings: true,
    wordsRun: true,
  },
  {
    programs: 'go',
    subcommands: 'test|build|vet|list',
    options:
      '-run= -skip= -v -count= -race -timeout= -short -failfast -json -bench= -benchtime= -benchmem -list= -parallel= -cpu= -p= -x -n -cover -covermode=set|count|atomic -coverpkg= -shuffle= -tags= -a -trimpath -fullpath -m -deps -e -test -msan -asan',
    oneDash: true,
    ownMeanings: true,
  },
  { programs: 'gofmt|goimports', options: '-l -d -s -e' },
  {
    programs: 'golangci-lint',
    subcommands: 'run',
    options:
      '-v --verbose --fast --new --new-from-rev= --timeout= --tests --max-issues-per-linter= --max-same-issues= --build-tags= -j= --concurrency= --color=always|auto|never --issues-exit-code= --whole-files -E= -D= --enable= --disable=',
    ownMeanings: true,
  },
  { programs: 'go', options: '-v -x -n', oneDash: true, ownMeanings: true, wordsRun: true },
  {
    programs: 'make|gmake',
    options:
      '-j? --jobs? -l= --load-average? -k --keep-going -s --silent --quiet -n --just-print --dry-run -q --question -B --always-make -d --trace --no-print-directory -w --print-directory -S --stop --warn-undefined-variables --output-sync?',
    ownMeanings: true,
  },
  {
    programs: 'rake|just|task|ant|bazel|buck2|gulp|grunt|nx|turbo|lerna|invoke|mix|sbt|lein',
    options: '-q --quiet',
    wordsRun: true,
    ownMeanings: true,
  },
  { programs: 'ninja', options: '-j= -k= -l= -n -v --verbose --quiet -d=stats|explain', ownMeanings: true },
  {
    programs: 'ctest',
    options:
      '-R= -E= -L= -LE= -V -VV --verbose --extra-verbose -j= --parallel= --output-on-failure -N --show-only --rerun-failed --stop-on-failure --timeout= --repeat= --schedule-random -Q --quiet --progress',
    ownMeanings: true,
  },
  {
    programs: 'mvn|mvnw',
    wordsRun: true,
    options:
      '-q -B -e -o -X -ntp -T= -ff -fae -fn -nsu --quiet --batch-mode --errors --offline --debug --no-transfer-progress --threads= --fail-fast --fail-at-end --fail-never --also-make -am --also-make-dependents -amd',
    oneDash: true,
    ownMeanings: true,
  },
  {
    programs: 'gradle|gradlew',
    wordsRun: true,
    options:
      '-q -w -i -d -s -S --quiet --warn --info --debug --stacktrace --full-stacktrace --offline --console=plain|auto|rich|verbose --parallel --no-parallel --continue --rerun-tasks --dry-run -m --tests= --build-cache --no-build-cache --daemon --no-daemon --max-workers= --warning-mode=all|fail|summary|none --no-rebuild -x= --exclude-task= --profile --continuous -t',
    ownMeanings: true,
  },
  {
    programs: 'dotnet',
    subcommands: 'test|build',
    options:
      '--no-build --no-restore -c=Debug|Release --configuration=Debug|Release -v=q|m|n|d|diag|quiet|minimal|normal|detailed|diagnostic --verbosity=q|m|n|d|diag|quiet|minimal|normal|detailed|diagnostic --filter= --list-tests -t --nologo',
    ownMeanings: true,
  },
  {
    programs: 'gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+|ld|rustc|javac|java',
    options: '',
    ownMeanings: true,
  },
]

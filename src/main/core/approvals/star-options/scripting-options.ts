import type { OptionTable } from './option-table'

/** Tools of Python, Ruby and PHP projects. */
export const scriptingOptions: readonly OptionTable[] = [
  {
    programs: 'pytest|py.test',
    options:
      '-k= -m= -x -v -vv -vvv -q -qq -s -l -r= -n=auto|logical|0|1|2|3|4|5|6|7|8|12|16 --tb=auto|long|short|line|native|no --maxfail= --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --exitfirst --collect-only --co --durations= --durations-min= --no-header --no-summary --showlocals --color=yes|no|auto --disable-warnings --disable-pytest-warnings --capture=no|sys|fd|tee-sys --cov= --cov-report=term|term-missing --no-cov --cov-branch --cov-fail-under= --strict-markers --verbose --quiet --setup-show --setup-only --setup-plan --fixtures --markers --deselect= --reruns= --timeout= --runxfail --cache-show --dist=load|loadscope|loadfile|loadgroup|worksteal|no --full-trace --verbosity= --version -h --help',
    ownMeanings: true,
  },
  {
    programs: 'ruff',
    subcommands: 'check|format',
    options:
      '--fix --diff --check --select= --ignore= --extend-select= --statistics --show-fixes --show-files --no-cache -e --exit-zero --output-format=concise|full|json|grouped|github|text -q -v -s -n --quiet --verbose --silent --preview --no-fix --fix-only --exit-non-zero-on-fix -w --watch',
    ownMeanings: true,
  },
  {
    programs: 'black|isort',
    options:
      '--check --diff -q -v --quiet --verbose --color --no-color -S --fast --safe --check-only -c -l= --line-length=',
    ownMeanings: true,
  },
  {
    programs: 'mypy',
    options:
      '--strict --pretty --no-pretty --show-error-codes --show-column-numbers --show-error-context --no-error-summary --no-color-output --ignore-missing-imports --warn-unused-ignores --check-untyped-defs --disallow-untyped-defs --no-incremental --show-traceback -v --verbose',
    ownMeanings: true,
  },
  {
    programs: 'flake8',
    options:
      '--select= --ignore= --extend-ignore= --count --statistics --show-source --max-line-length= --max-complexity= -q -v -j= --exit-zero',
    ownMeanings: true,
  },
  { programs: 'tox|nox', options: '-v -q', ownMeanings: true, wordsRun: true },
  {
    programs: 'pip|pip3|pipx|uv|poetry|conda|gem|bundle|composer|brew|apt|apt-get|dnf|yum|pacman|apk|snap',
    options: '-q -v --quiet --verbose --no-color',
    ownMeanings: true,
    wordsRun: true,
  },
  {
    programs: 'rspec',
    options:
      '-e= --example= -t= --tag= --fail-fast? --format=progress|documentation|p|d|json -f=progress|documentation|p|d|json --order=rand|defined --seed= --only-failures --next-failure -b --backtrace --color --no-color --dry-run --profile? -w --warnings',
    ownMeanings: true,
  },
  {
    programs: 'phpunit',
    options:
      '--filter= --group= --exclude-group= --testsuite= --stop-on-failure --stop-on-error --testdox --verbose -v --debug --colors? --list-tests --list-groups --no-coverage --repeat= --order-by=default|defects|depends|duration|random|reverse',
    ownMeanings: true,
  },
]

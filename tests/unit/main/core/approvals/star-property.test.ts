import { expect, test } from 'vitest'
import { starProblemOf as problem } from './star-world'

const rules = [
  ...[
    'git log',
    'git diff',
    'git grep',
    'git status',
    'git push origin',
    'git fetch',
    'git merge',
    'git clone x',
    'git difftool',
  ],
  ...[
    'npm test',
    'npm run own',
    'pnpm test',
    'yarn build',
    'npx vitest run',
    'npm test --',
    'eslint',
    'tsc --noEmit',
    'prettier --check',
  ],
  ...[
    'cargo build',
    'cargo test',
    'cargo clippy',
    'go test',
    'go vet',
    'make all',
    'mvn test',
    'gradle test',
    'dotnet test',
  ],
  ...[
    'pytest',
    'python3 -m pytest',
    'ruff check',
    'mypy src',
    'rspec',
    'sed -n p',
    'rg x',
    'grep x',
    'jq .a',
    'diff a',
  ],
  ...[
    'curl https://a.example/x',
    'wget https://a.example/x',
    'tar -tf a',
    'anything',
    'anything at all',
    './own-tool',
  ],
]
/** Options that name a program, a folder, a configuration or a file to write, or load code, in some program. */
const bad = [
  ...['--exec=x', '--exec x', '--config=x', '--config x', '--configuration=x', '--rcfile=x', '--settings x'],
  ...[
    '--output=x',
    '--output x',
    '--out-dir=x',
    '--outfile x',
    '--log-file=x',
    '--report-file x',
    '--dump=x',
  ],
  ...[
    '--plugin=x',
    '--plugin x',
    '--require=./x',
    '--import=x',
    '--loader x',
    '--preload=x',
    '--load x',
    '--module x',
  ],
  ...['--prefix=x', '--root=x', '--rootdir x', '--cwd x', '--chdir=x', '--work-tree=x', '--git-dir x'],
  ...[
    '--pager=x',
    '--editor x',
    '--shell=x',
    '--script-shell x',
    '--interpreter=x',
    '--compiler x',
    '--linker=x',
    '--toolexec=x',
  ],
  ...[
    '--upload-pack=x',
    '--receive-pack x',
    '--ssh-command=x',
    '--proxy=x',
    '--engine x',
    '--hook=x',
    '--template x',
  ],
  ...[
    '--resolver=x',
    '--transform x',
    '--runner x',
    '--pool ./x',
    '--environment x',
    '--reporter=./x',
    '--formatter ./x',
    '--parser x',
  ],
  ...[
    '--eval=x',
    '--eval x',
    '--define=a=b',
    '-Da=b',
    '-DX',
    '--env=a=b',
    '--set a=b',
    '--init-script x',
    '--unsafe',
  ],
]

/** A number that is the same in every run: which row is taken. */
function* numbers(seed: number): Generator<number> {
  for (let at = seed; ;) {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648
    yield at
  }
}

test.each(rules)('%s *: no bad option is ever covered, alone or among good words', async (rule) => {
  const drawn = numbers(rule.length * 7919 + rule.charCodeAt(0))
  const draw = (from: readonly string[]): string => from[Number(drawn.next().value) % from.length] ?? ''
  const good = ['', 'src', 'src/a.ts name', '--verbose', '-v', '-q']
  const options = rule.startsWith('cargo clippy') ? bad.filter((each) => !each.startsWith('-D')) : bad
  for (const option of options) {
    const added = [draw(good), option, draw(good)].join(' ')
    expect(await problem(`${rule} * ${added}`), `${rule} * ${added}`).toEqual(expect.any(String))
  }
})

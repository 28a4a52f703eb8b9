import { afterAll, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

const decisions = firstDecisions()
afterAll(decisions.remove)

const judged = async (line: string) => {
  const call = { argv: ['bash', '-c', line] }
  const { floor, facts } = await decisions.assess(call)
  return {
    level: floor.level,
    complete: facts.complete,
    leads: facts.effect.act.kind === 'reason' ? facts.effect.act.rule : undefined,
    rules: floor.reasons.map(({ rule }) => rule),
    open: await decisions.decide(call, 'on-request', 'danger-full-access'),
  }
}

test.each([
  'git apply --directory=/root p.patch',
  'git -C ~ apply p.patch',
  'git checkout-index --prefix=/etc/x -a',
  'git checkout-index -f --prefix=$HOME/ -a',
  'gcc -MD -MF ~/.bashrc a.c',
  'gcc -MD -MF$HOME/.bashrc a.c',
  'gcc -MMD -o ~/.bashrc a.c',
  'clang -MJ ~/.bashrc a.c',
  'gcc -Wp,-MMD,/etc/profile a.c',
  'gcc -Wl,-Map=/etc/profile a.c',
  'gcc -aux-info ~/.bashrc a.c',
  'ssh -E ~/.profile h true',
  'clang-format -i ~/.bashrc',
  'gofmt -w ~',
  'gofmt -l -w $HOME',
  'black ~',
  'black -l 100 ~',
  'isort ~/.bashrc',
  'prettier --write ~',
  'eslint --fix ~',
  'npx eslint --fix --ext .js ~',
  'ruff format ~',
  'ruff check --fix ~',
  'biome check --write ~',
  'shfmt -w ~/.bashrc',
  'cd ~ && ruff format',
  'pandoc a.md -o ~/.bashrc',
  'pandoc a.md --output=$HOME/.bashrc',
  'esbuild a.ts --outfile=$HOME/.bashrc',
  'esbuild a.ts --outdir=$HOME',
  'tsc --outDir ~',
  'go build -o ~/.bashrc',
  'rustc -o ~/.bashrc a.rs',
  'javac -d ~ a.java',
  'aria2c -d ~ -o .bashrc https://example.com/a',
  'aria2c -d ~ https://example.com/.bashrc',
  'curl --output-dir ~ -o .bashrc https://example.com',
  'docker save -o ~/.bashrc x',
  'docker image save --output ~/.bashrc x',
  'npm pack --pack-destination ~',
  "gh alias set x '!rm y'",
  'gh alias set --shell x "rm y"',
  'yarn config set yarnPath ./x',
  'npm config set node-options=--require=./x',
])('%s is high: told by the place, asked with full access', async (line) => {
  expect(await judged(line)).toMatchObject({ level: 'high', open: 'ask' })
})

test.each([
  'git apply --unsafe-paths p.patch',
  'git apply --unsafe p.patch',
  'tar xPf a.tgz',
  'tar -xPft.tar',
  'tar -xf a.tgz -P',
  'tar --absolute-names --extract --file a.tgz',
  'bsdtar -xPf a.tgz',
  'unzip -: a.zip',
  'unzip -o: a.zip',
  'cpio -iu < a.cpio',
  'cpio -idm < a.cpio',
  '7z x -spf a.7z',
])('%s writes wherever it is told to: medium, not whole, asked with full access', async (line) => {
  const found = await judged(line)
  expect(found.rules).toContain('write.anywhere')
  expect(found.leads).toBe('write.anywhere')
  expect(found).toMatchObject({ level: 'medium', complete: false, open: 'ask' })
})

test.each([
  ['git apply p.patch', 'medium'],
  ['git apply --directory=src p.patch', 'medium'],
  ['git checkout-index --prefix=out/ -a', 'medium'],
  ['tar xf a.tgz', 'medium'],
  ['tar tPf a.tgz', 'low'],
  ['tar cPf a.tgz src', 'low'],
  ['tar -czf P.tgz src', 'low'],
  ['bsdtar -xf a.tgz', 'medium'],
  ['unzip a.zip', 'medium'],
  ['cpio -idm --no-absolute-filenames < a.cpio', 'medium'],
  ['cpio -it < a.cpio', 'medium'],
  ['gcc -c a.c', 'medium'],
  ['gcc -MD -MF a.d -c a.c', 'medium'],
  ['ssh h true', 'medium'],
  ['prettier --write .', 'medium'],
  ['prettier --write src/a.ts', 'medium'],
  ['prettier --check ~', 'low'],
  ['eslint --fix .', 'medium'],
  ['eslint .', 'low'],
  ['gofmt -w .', 'medium'],
  ['gofmt -l ~', 'low'],
  ['black src', 'medium'],
  ['black --check ~', 'low'],
  ['ruff check .', 'low'],
  ['ruff format', 'medium'],
  ['terraform fmt', 'medium'],
  ['pandoc a.md -o b.html', 'medium'],
  ['esbuild a.ts --outfile=out.js', 'medium'],
  ['tsc --outDir dist', 'medium'],
  ['tsc --noEmit', 'low'],
  ['vite build --outDir dist', 'medium'],
  ['go build -o bin/x ./cmd', 'medium'],
  ['docker save -o x.tar x', 'medium'],
  ['npm pack', 'medium'],
  ['npm pack --pack-destination out', 'medium'],
  ["gh alias set x 'pr view'", 'medium'],
  ['gh extension install me/x', 'medium'],
  ['helm plugin install ./x', 'medium'],
  ['npm config get node-options', 'low'],
  ['make', 'medium'],
  ['npm test', 'medium'],
])('%s stays %s, and runs', async (line, level) => {
  expect(await judged(line)).toMatchObject({ level, complete: true, open: 'run' })
})

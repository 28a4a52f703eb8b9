import { expect, test } from 'vitest'
import { bashParser } from '../../../../fakes/bash-parser'
import { fakeProgram } from '../../../../fakes/fake-world'
import { isListedSafe, listedIn } from '../../../../../src/main/core/policy/classify'

const parser = bashParser()
const programs = (word: string) => Promise.resolve(fakeProgram(word))
const classify = async (command: readonly string[]) => {
  const listed = listedIn(await parser.read(command))
  return { ...listed, safe: listed.danger === undefined && (await isListedSafe(command, parser, programs)) }
}
const shell = (script: string): string[] => ['bash', '-lc', script]

test.each([
  [['ls', '-la']],
  [['git', 'status']],
  [['git', 'log', '--oneline', '-5']],
  [['git', 'branch', '--show-current']],
  [['rg', '-n', 'rm -rf']],
  [['find', '.', '-name', '*.ts']],
  [['sed', '-n', '1,20p', 'a.ts']],
  [['base64', 'a.bin']],
  [shell('git log --oneline && ls -l . src')],
  [shell(`grep -R 'rm -rf /' . | head -n 3`)],
  [shell('cd src; cat a.ts | wc -l')],
  [shell('ls *.ts && cat src/*.ts | head')],
  [shell('rg x src/*.ts')],
  [['/usr/bin/git', 'status']],
  [['/bin/bash', '-lc', '/bin/ls']],
  [['uniq', '--', '-in']],
  [['git', 'log', '--oneline', '--stat', '--all']],
])('%j is known to be safe', async (command) => {
  expect(await classify(command)).toMatchObject({ safe: true, danger: undefined })
})

test.each([
  [['./ls']],
  [['/tmp/evil/ls']],
  [['npm', 'test']],
  [['git', '-C', '/x', 'status']],
  [['git', '-c', 'core.pager=evil', 'log']],
  [['git', 'log', '--output=x']],
  [['git', 'diff', '--ext-diff']],
  [['git', 'branch', 'new']],
  [['find', '.', '-exec', 'touch', '{}', ';']],
  [['find', '.', '-fprint', 'x']],
  [['rg', '--pre', 'evil', 'x']],
  [['rg', '--pre=evil', 'x']],
  [['sed', '-i', 's/a/b/', 'x']],
  [['sed', '-n', '1,2w out', 'x']],
  [['base64', '-do', 'out']],
  [['uniq', 'in', 'out']],
  [shell('ls > out')],
  [shell('cat $(pick)')],
  [shell('X=1 ls')],
  [shell('ls & pwd')],
  [shell('ls &&')],
  [shell('')],
  [['bash', '-lc', 'ls', 'extra']],
  [['toString']],
  [['./bash', '-lc', 'ls']],
  [['bash/bash', '-c', 'ls']],
  [['/home/me/bin/bash', '-lc', 'ls']],
  [['/home/me/bin/ls']],
  [['../usr/bin/ls']],
  [shell('./ls')],
  [shell('rg x *')],
  [shell('rg x -*')],
  [shell('rg "-"* x')],
  [shell('rg x [-]-pre=sh')],
  [shell('rg x ?-pre=sh')],
  [shell('sed -n 1p *')],
  [shell('sed -n 1p src/*')],
  [shell('find . -exe[c] sh {} +')],
  [shell('find *')],
  [shell('uniq *')],
  [shell('uniq src/*')],
  [shell('git log *')],
  [shell('base64 *')],
  [shell('/bin/l*')],
  [['uniq', '--', 'src', '-d/../x']],
  [['uniq', '-', 'out']],
  [['uniq', '-c', 'in', 'out']],
  [['git', 'diff', '--outp=x']],
  [['git', 'log', '--ext']],
  [['git', 'log', '-Ofile']],
  [['rg', '-nz', 'x']],
  [['rg', '--hostname-b=x', 'y']],
  [['base64', '--out=x']],
])('%j is neither safe nor dangerous', async (command) => {
  expect(await classify(command)).toMatchObject({ safe: false, danger: undefined })
})

test.each([
  [['rm', '-f', 'x']],
  [['rm', '-fr', 'x']],
  [['rm', '-r', '-f', 'x']],
  [['rm', '-Rvf', 'x']],
  [['rm', 'x', '--force']],
  [['rm', '--fo', 'x']],
  [['/bin/rm', '-rf', 'x']],
  [['sudo', 'rm', '-rf', 'x']],
  [['sudo', '-u', 'root', '--', 'rm', '-rf', 'x']],
  [['env', '-i', 'A=1', 'rm', '-rf', 'x']],
  [['timeout', '-k', '5', '10', 'rm', '-rf', 'x']],
  [['xargs', '-0', 'rm', '-f']],
  [['find', '.', '-exec', 'rm', '-f', '{}', '+']],
  [['find', '.', '-delete']],
  [shell('rm -rf build')],
  [shell('cd x && rm -rf build')],
  [shell('echo $(rm -rf build)')],
  [shell('for f in *; do rm -f "$f"; done')],
  [shell(`bash -c 'bash -c "rm -rf x"'`)],
  [shell('eval rm -rf x')],
  [shell(`trap 'rm -rf x' EXIT`)],
  [shell('r""m -rf x')],
  [shell(`$'\\x72m' -rf x`)],
  [shell('r\\m -rf x')],
  [shell('rm -r{f,} x')],
  [shell('X=1 rm -rf x > /dev/null')],
  [shell('cat list | xargs rm -f')],
  [shell('cat <<X | rm -rf y\nhello\nX')],
  [['git', 'reset', '--hard']],
  [['git', '-C', 'x', 'reset', '--hard', 'HEAD~1']],
  [['git', 'clean', '-fdx']],
  [['git', 'push', '--force']],
  [['git', 'push', '-f', 'origin', 'main']],
  [['git', 'push', '--force-with-lease']],
  [['git', 'push', 'origin', '+main']],
  [['git', 'push', 'origin', ':main']],
  [['git', 'branch', '-D', 'x']],
  [['git', 'checkout', '--', '.']],
  [['git', 'checkout', '-f', 'main']],
  [['git', 'restore', 'a.ts']],
  [['git', 'filter-branch', '--all']],
  [['git', 'stash', 'clear']],
])('%j is dangerous', async (command) => {
  const { safe, danger } = await classify(command)
  expect({ safe, dangerous: danger !== undefined }).toEqual({ safe: false, dangerous: true })
})

test.each([
  [['rm', 'x']],
  [['rm', '--', '-f']],
  [['git', 'reset', 'HEAD', 'a.ts']],
  [['git', 'push', 'origin', 'main']],
  [['git', 'checkout', 'main']],
  [['git', 'restore', '--staged', 'a.ts']],
  [['git', 'commit', '-m', 'rm -rf is gone']],
  [shell('echo "rm -rf /"')],
])('%j is not dangerous: naming is not doing', async (command) => {
  expect((await classify(command)).danger).toBeUndefined()
})

test.each([
  [['true'], false],
  [['ls', '-la'], false],
  [shell('cd src && sed -i s/a/b/ x.ts | tee log'), false],
  [['git', '-c', 'user.name=x', 'commit', '-m', 'curl'], true],
  [['git', 'commit', '-m', 'curl example.org'], false],
  [['git', 'push'], true],
  [['curl', 'https://example.org'], true],
  [shell('ls; npm ci'), true],
  [shell('$TOOL x'), true],
  [shell('echo "open'), true],
  [['xargs', 'curl'], true],
  [['./script.sh'], true],
])('whether %j may want a connection: %s', async (command, expected) => {
  expect((await classify(command)).mayConnect).toBe(expected)
})

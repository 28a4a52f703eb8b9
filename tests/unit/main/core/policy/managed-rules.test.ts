import { expect, test } from 'vitest'
import {
  managedReader,
  type ManagedNames,
  type ManagedRules,
} from '../../../../../src/main/core/policy/managed-rules'
import { bashParser } from '../../../../fakes/bash-parser'

const pushes = { name: 'pushes', says: 'deny', named: [{ words: ['git', 'push'], open: true }] } as const
const make = { name: 'make', says: 'ask', named: [{ words: ['make'], open: false }] } as const
const all: ManagedRules['rules'][number] = { name: 'all', says: 'ask', where: ['/srv/shop'] }
const said = async (
  command: string,
  rules: ManagedRules['rules'],
  more: Partial<ManagedRules> = {},
  names: ManagedNames = { paths: [], hosts: [] },
) => {
  const load = () => Promise.resolve({ file: '/etc/countersign/managed_rules.toml', rules, ...more })
  const read = managedReader(load, bashParser(), (path) => path)
  const word = await read({ command: ['bash', '-lc', command], folders: ['/srv/work'], names: () => names })
  return word && `${word.says} ${word.name}`
}

test.each([
  ['git push', 'deny pushes'],
  ['git push --force origin main', 'deny pushes'],
  ['git -C ../other -c a=b push', 'deny pushes'],
  ['/usr/bin/git push', 'deny pushes'],
  ['true && git push', 'deny pushes'],
  ['env A=b git push > log', 'deny pushes'],
  ['for x in a b; do git push $x; done', 'deny pushes'],
  ['echo $(git push)', 'deny pushes'],
  ['bash -c "git push"', 'deny pushes'],
  ['sudo git push', 'deny pushes'],
  ['echo main | xargs git push', 'deny pushes'],
  ['git $WHAT', 'ask pushes'],
  ['"$tool" push', 'ask pushes'],
  ['eval "$x"', 'ask pushes'],
  ['git status', undefined],
  ['git pull', undefined],
  ['echo git push', undefined],
  ['npm run build', undefined],
  ['bash build.sh', undefined],
])('of %s a rule for git push says %s', async (command, expected) => {
  expect(await said(command, [pushes])).toBe(expected)
})

test('a command without a star is meant as it is', async () => {
  expect(await Promise.all(['make', 'make -j4', 'true; make'].map((each) => said(each, [make])))).toEqual([
    'ask make',
    undefined,
    'ask make',
  ])
})

test('the strictest counts whatever its place, a rule counts in its folders, and one for no command is for each', async () => {
  const every = { ...all, where: ['/srv/work'] }
  expect(await said('git push', [all])).toBeUndefined()
  expect(await said('ls', [every])).toBe('ask all')
  expect(await said('git push', [every, pushes])).toBe('deny pushes')
})

test('with a file that cannot be gone by every command is a person’s', async () => {
  expect(await said('ls', [], { problem: 'x' })).toBe('ask /etc/countersign/managed_rules.toml')
  expect(await said('ls', [])).toBeUndefined()
})

test('of what is not looked at whole every rule that could be about it asks', async () => {
  const load = () => Promise.resolve({ file: '/etc/countersign/managed_rules.toml', rules: [pushes] })
  const read = managedReader(load, bashParser(), (path) => path)
  const names = () => ({ paths: [], hosts: [] })
  expect(await read({ folders: ['/srv/work'], names })).toBeUndefined()
  expect(await read({ folders: ['/srv/work'], unread: true, names })).toMatchObject({
    says: 'ask',
    name: 'pushes',
  })
})

const named = (more: Partial<ManagedNames>): ManagedNames => ({ paths: [], hosts: [], ...more })

test.each<[string, ManagedNames, string | undefined]>([
  ['ls', named({ paths: ['/srv/infra/main.tf'] }), 'deny infra'],
  ['rm -rf /srv', named({ paths: ['/srv'] }), 'deny infra'],
  ['ls', named({ paths: ['/srv/infrared'] }), undefined],
  ['curl x', named({ hosts: ['db.prod.example:443'] }), 'deny prod'],
  ['curl x', named({ hosts: ['DB.Prod.Example.'] }), 'deny prod'],
  ['curl x', named({ hosts: ['prod.example'] }), undefined],
  ['curl x', named({ hosts: ['notprod.example', 'prod.example.org'] }), undefined],
  ['eval "$x"', named({}), 'ask infra'],
])('of %s with %j rules for places and hosts say %s', async (command, names, expected) => {
  const both = [
    { name: 'infra', says: 'deny', paths: ['/srv/infra'] },
    { name: 'prod', says: 'deny', hosts: ['*.prod.example'] },
  ] as const
  expect(
    await said(command, both.map((each) => ({ ...each })) as unknown as ManagedRules['rules'], {}, names),
  ).toBe(expected)
})

test('a rule for a folder is for what names a place in it from elsewhere', async () => {
  expect(await said('touch /srv/shop/x', [all], {}, named({ paths: ['/srv/shop/x'] }))).toBe('ask all')
})

const reached = async (command: string, hosts: readonly string[] = ['prod.example']) => {
  const rules = [{ name: 'hosts', says: 'deny', hosts }] as unknown as ManagedRules['rules']
  return said(command, rules)
}

test.each([
  'psql -h prod.example -c "select 1"',
  'psql "host=prod.example"',
  'PGHOST=prod.example psql',
  'export PGHOST=prod.example; psql',
  'mysql -hprod.example',
  'redis-cli -h prod.example',
  'sftp prod.example',
  'ssh -J prod.example x',
  'ssh -J me@prod.example:22,b x',
  'ssh -W prod.example:22 x',
  'ssh -L 1:prod.example:2 x',
  'unheard-of --to=PROD.example.',
  `node -e 'fetch("https://prod.example")'`,
  `python3 -c 'import urllib.request as u; u.urlopen("https://prod.example/x")'`,
  "python3 - <<'E'\nopen_url('prod.example')\nE",
  'python3 <<< "x(\'prod.example\')"',
  'curl https://%70rod.example',
  "curl 'https://{x,prod}.example'",
  "curl 'https://prod.exampl[d-f]/'",
  'curl https://{x,prod}.example',
  'curl pr""od.example',
  'H=prod.example; curl https://$H',
  'for h in a prod.example; do ping $h; done',
  'echo prod.example | xargs -n1 curl',
  'echo prod.example | grep example | xargs -n1 curl',
  'curl $(echo prod.example)',
  'npm i --registry=https://prod.example x',
  'npm_config_registry=https://prod.example npm i x',
  'ansible -i prod.example, all -m ping',
  "curl -K - <<< 'url=https://prod.example'",
])('%s names a host in its words, and a rule for that one has it refused', async (command) => {
  expect(await reached(command)).toBe('deny hosts')
})

test.each([
  'curl https://prod.example.org',
  'curl https://notprod.example',
  'curl https://not-prod.example',
  'curl https://prod.example-2.org',
  'curl https://db.prod.example',
  'curl https://prod-example',
  'curl https://%2570rod.example',
  "curl 'https://{a,b}.example'",
  'echo prod.example',
  'echo prod.example > hosts.txt',
  'grep -rn prod.example src | head',
  'cat prod.example.log && npm test',
  'node -e "a.b.c({d,e})"',
])('%s does not, and none has it refused', async (command) => {
  expect(await reached(command)).toBeUndefined()
})

test.each([
  ['*.prod.example', 'node -e \'x("db.prod.example")\'', 'deny hosts'],
  ['*.prod.example', "node -e 'x(`${name}.prod.example`)'", 'deny hosts'],
  ['*.prod.example', 'node -e \'x("prod.example")\'', undefined],
  ['db', 'cd db && npm run db', undefined],
  ['db', 'unheard-of postgres://me@db:5432/x', 'deny hosts'],
  ['db', 'unheard-of http://db', 'deny hosts'],
  ['10.0.0.1', 'unheard-of -h10.0.0.1:80', 'deny hosts'],
  ['10.0.0.1', 'unheard-of 10.0.0.10', undefined],
  ['::1', "unheard-of 'http://[::1]:80/'", 'deny hosts'],
])('a rule for %s reads %s as what it is', async (host, command, expected) => {
  expect(await reached(command, [host])).toBe(expected)
})

test('what is looked for in long words ends in time', async () => {
  const began = performance.now()
  await reached(
    `node -e '${'{a,b}'.repeat(90)} ${'-'.repeat(20000)} ${'[a-z]'.repeat(4000)} ${'x.'.repeat(9000)}'`,
  )
  expect(performance.now() - began).toBeLessThan(4000)
})

test.each([
  ['git -c alias.p=push p origin main', 'deny pushes'],
  ['git -c alias.P="push --force" -C x p', 'deny pushes'],
  ['git -c alias.p=q -c alias.q=push p', 'deny pushes'],
  ['git -c alias.p=p p', undefined],
  ['git -c alias.p=push status', undefined],
  ['git -c alias.p=fetch p', undefined],
])('of %s, with an alias of its own, a rule for git push says %s', async (command, expected) => {
  expect(await said(command, [pushes])).toBe(expected)
})

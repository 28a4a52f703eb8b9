import { expect, test } from 'vitest'
import type { FactTarget } from '@shared/domain/facts'
import { homeStores, mixedSettings } from '../../../../../src/main/core/policy/credential-stores'
import { logins, predictedReads } from '../../../../../src/main/core/run/predicted-reads'
import { bashParser } from '../../../../fakes/bash-parser'

const home = '/home/me'
const remotes = [
  { name: 'origin', url: 'git@forge.example:me/shop.git' },
  { name: 'web', url: 'https://forge.example/me/shop.git' },
  { name: 'near', url: '/srv/shop.git' },
]
/** Programs of the system, but for these, which the line's PATH finds elsewhere. */
const finding = (elsewhere: Readonly<Record<string, { path: string; at?: string }>> = {}) => ({
  roots: ['/work'],
  find: (name: string) =>
    Promise.resolve(Object.hasOwn(elsewhere, name) ? elsewhere[name] : { path: `/usr/bin/${name}` }),
})
const reads = async (script: string, network = false, where = finding()) => {
  const graph = await bashParser().read(['bash', '-c', script])
  const rows = [{ kind: 'remotes', known: true, remotes } as const]
  const found = await predictedReads(graph, { targets: [], rows }, { home, network, ...where })
  return found.map((path) => path.slice(home.length + 1))
}
const web = ['.git-credentials', '.config/git/credentials', '.netrc', '.config/gh/hosts.yml']

test.each<[script: string, places: readonly string[]]>([
  ['git fetch origin', ['.ssh']],
  ['cd lib && git -C x push -u origin main', ['.ssh']],
  ['git push web main', web],
  ['git push near main', []],
  ['git clone ssh://box/x', ['.ssh']],
  ['git clone box:x.git y', ['.ssh']],
  ['git clone https://forge.example/x', web],
  ['git clone ./x:y z', []],
  ['git clone file:///srv/x', []],
  ['git submodule update --init', ['.ssh', ...web]],
  ['git submodule status', []],
  ['git remote add x git@forge.example:x', []],
  ['git remote update', ['.ssh', ...web]],
  ['git commit -S -m x', ['.gnupg']],
  ['git commit -s -m x', []],
  ['git tag -s v1', ['.gnupg']],
  ['git status && git log', []],
  ['kubectl get pods | grep x', ['.kube']],
  ['aws s3 ls', ['.aws']],
  ['npm publish', ['.npmrc']],
  ['npm test && npm install', []],
  ['timeout 60 gh pr create', ['.config/gh/hosts.yml']],
  ['echo git fetch origin; constructor', []],
  ['/usr/bin/git fetch origin', ['.ssh']],
  ['./git fetch origin', []],
  ['tools/kubectl get pods', []],
  ['/work/bin/aws s3 ls', []],
  ['PATH=$PWD:$PATH aws s3 ls', []],
  ['git constructor; git toString x; git __proto__', []],
  // What goes past a proxy gains nothing by its keys.
  ['ssh box ls', []],
  ['psql -c x', []],
])('%s', async (script, places) => {
  expect(await reads(script)).toEqual(places)
})

test.each([
  'export PATH=$PWD:$PATH; kubectl get pods',
  'PATH=./bin:$PATH\nkubectl get pods',
  'declare -x PATH=x; aws s3 ls',
  'for PATH in ./bin; do kubectl get; done',
  'read PATH < f; kubectl get',
  'unset PATH; kubectl get',
  'if x; then PATH=.; fi; kubectl get',
  'f() { PATH=.; }; f; kubectl get',
  'PATH=. bash -c "kubectl get"',
  'PATH=. timeout 5 kubectl get',
  'env PATH=. git fetch origin',
  'kubectl() { ./x; }; kubectl get',
  'function git { ./x "$@"; }; git fetch origin',
  'shopt -s expand_aliases; alias git=./x\ngit fetch origin',
  'alias $x; git fetch origin',
  'hash -p ./kubectl kubectl; kubectl get',
  'enable -f ./x.so git; git fetch origin',
  '. ./not-read.sh; kubectl get',
  'eval "$(./x)"; aws s3 ls',
  '$X PATH=.; aws s3 ls',
  'LD_PRELOAD=./x.so kubectl get',
  'export HOME=$PWD; kubectl get',
  'BASH_ENV=./x bash -c "kubectl get"',
  'GIT_SSH_COMMAND=./x git fetch origin',
  'export GIT_SSH=./x; git fetch origin',
  'export GIT_SSH_COMMAND=./x; GIT_SSH_COMMAND="$GIT_SSH_COMMAND -v" git fetch origin',
  'GIT_SSH_COMMAND="ssh$X" git fetch origin',
  'git -c core.sshCommand=./x fetch origin',
  'git --exec-path=./x fetch origin',
  'npx kubectl get',
  'poetry run aws s3 ls',
  './bash -c "kubectl get"',
  'docker run x kubectl get',
  'ssh box kubectl get',
])('%s: another program may run than the one of that name', async (script) => {
  expect(await reads(script)).toEqual([])
})

test.each<[script: string, place: string]>([
  ['kubectl get; PATH=. ls', '.kube'],
  ['(PATH=.; ls); kubectl get', '.kube'],
  ['ls() { kubectl get; }; ls', '.kube'],
  ['find . -name x -exec kubectl apply -f {} ";"', '.kube'],
  ['GIT_SSH_COMMAND="ssh -i k" git fetch origin', '.ssh'],
  ['export GIT_SSH_COMMAND="$GIT_SSH_COMMAND -i k"; git fetch origin', '.ssh'],
  ['GIT_SSH_COMMAND="$GIT_SSH_COMMAND -v" git fetch origin', '.ssh'],
  ['git -c core.sshCommand="ssh -v" fetch origin', '.ssh'],
])('%s: nothing else has that name there', async (script, place) => {
  expect(await reads(script)).toEqual([place])
})

test.each<
  [named: string, script: string, elsewhere: Parameters<typeof finding>[0], places: readonly string[]]
>([
  ['in the workspace', 'kubectl get', { kubectl: { path: '/work/.venv/bin/kubectl' } }, []],
  ['by a link there', 'kubectl get', { kubectl: { path: '/usr/bin/kubectl', at: '/work/bin/kubectl' } }, []],
  ['in the home', 'kubectl get', { kubectl: { path: '/home/me/go/bin/kubectl' } }, ['.kube']],
  ['what git connects by in the workspace', 'git fetch origin', { ssh: { path: '/work/bin/ssh' } }, []],
  [
    'what starts it in the workspace',
    'timeout 5 kubectl get',
    { timeout: { path: '/work/bin/timeout' } },
    [],
  ],
])('a program that PATH finds %s', async (_, script, elsewhere, places) => {
  expect(await reads(script, false, finding(elsewhere))).toEqual(places)
})

test('what connects by itself logs in where the network is open to it', async () => {
  expect(await reads('ssh box ls', true)).toEqual(['.ssh'])
  expect(await reads('scp a box:b && psql -c x', true)).toEqual(['.ssh', '.pgpass', '.pg_service.conf'])
})

test('files that are named, by where they really lie, and nothing that lies in another', async () => {
  const graph = await bashParser().read(['bash', '-c', 'git fetch origin'])
  const target = (path: string, access: FactTarget['access'], realPath?: string): FactTarget => ({
    ...{ path, access, kind: 'file', exact: true },
    ...(realPath !== undefined && { realPath }),
  })
  const targets = [
    target('/home/me/.ssh/config', 'read'),
    target('/w/link', 'read', '/home/me/.aws/credentials'),
    target('/w/new', 'create'),
  ]
  const facts = { targets, rows: [{ kind: 'remotes', known: true, remotes } as const] }
  expect(await predictedReads(graph, facts, { home, network: false, ...finding() })).toEqual([
    '/home/me/.aws/credentials',
    '/home/me/.ssh',
  ])
})

test('each place is one that commands cannot read', () => {
  const closed = [...homeStores, ...mixedSettings]
  const places = [...Object.values(logins).flatMap((login) => login.places), ...web]
  expect(places.filter((place) => !closed.includes(place))).toEqual([])
})

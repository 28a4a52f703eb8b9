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

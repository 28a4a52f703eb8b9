import { expect, test } from 'vitest'
import type { Offer } from '@shared/domain/approval'
import type { Grant } from '@shared/domain/grant'
import { offerInWords } from '@shared/messages/offer'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { gitSettingsOf, withGitSettings } from '../../../../../src/main/core/commands/git-settings'
import { offerMissing, offerOutside } from '../../../../../src/main/core/commands/offers'
import { bashParser } from '../../../../fakes/bash-parser'

const of = (script: string) => gitSettingsOf(['bash', '-c', script], '/home/u', bashParser())

const origin = [
  { name: 'remote.origin.url', value: 'https://h/a.git' },
  { name: 'remote.origin.fetch', value: '+refs/heads/*:refs/remotes/origin/*' },
]

test.each([
  ['git remote add origin https://h/a.git', origin],
  ['cd sub && git -C x remote add origin https://h/a.git 2>&1', origin],
  ['git remote set-url origin https://h/a.git', origin.slice(0, 1)],
  ['git config user.name "A B"', [{ name: 'user.name', value: 'A B' }]],
  ['git config --local --add Remote.Up.Fetch +x:y', [{ name: 'remote.Up.fetch', value: '+x:y' }]],
  ['git config --unset user.name', [{ name: 'user.name' }]],
  ['git config set pull.rebase true', [{ name: 'pull.rebase', value: 'true' }]],
])('%s is known key by key', async (script, settings) => {
  expect(await of(script)).toEqual(settings)
})

test.each([
  'git remote add -f origin https://h/a.git',
  'git remote rename a b',
  'git config user.name',
  'git config --global user.name b',
  'git config -f .git/config user.name b',
  'git config user.name "$NAME"',
  'git config user.name b > out',
  'git -c a.b=c config user.name b',
  'GIT_DIR=x git config user.name b',
  'git config user.name b && git config user.email c',
  'git remote add origin https://h/a.git && git fetch',
  './git config user.name b; touch x',
  'for i in 1 2; do git config user.name b; done',
  'git submodule add https://h/a.git',
])('%s is not', async (script) => {
  expect(await of(script)).toEqual([])
})

const config = '/w/.git/config'
const stopped = { kind: 'write', source: 'kernel', backend: '', operation: 'rename' } as const
const missing = (...paths: string[]): Offer => {
  const evidence = paths.map((path) => ({ ...stopped, target: path, protectedBy: path }))
  const offer = offerMissing(evidence, [], { home: '/home/u' })
  if (!offer) throw new Error('no offer')
  return offer
}
const exact: Grant = { kind: 'git-settings', path: config, settings: origin }

test('the yes is for exactly these keys, and for one run', () => {
  const given = withGitSettings([missing(config), offerOutside()], origin, () => true)
  expect(given).toMatchObject([{ grants: [exact], scopes: ['once'] }, offerOutside()])
  const [offer] = given
  const words =
    offer && offerInWords(offer, { sandboxPolicy: SandboxPolicy.parse({ mode: 'workspace-write' }) })
  expect(words).toContain(
    'set remote.origin.url to https://h/a.git and remote.origin.fetch to +refs/heads/*:refs/remotes/origin/* in /w/.git/config, and nothing else there',
  )
})

test('what else was stopped stays as it was offered', () => {
  const [offer] = withGitSettings([missing(config, '/w/.git/hooks')], origin, () => true)
  expect(offer?.grants).toEqual([exact, { kind: 'write', path: '/w/.git/hooks', extent: 'file' }])
})

test.each<[string, readonly Offer[], typeof origin, (grant: Grant) => boolean]>([
  ['no key is known', [missing(config)], [], () => true],
  ['the sandbox does not hold to it', [missing(config)], origin, () => false],
  ['it was tried', [{ ...missing(config), grants: [exact, ...missing(config).grants] }], origin, () => true],
])('the file is offered as it was where %s', (_, offers, settings, lays) => {
  expect(withGitSettings(offers, settings, lays)).toEqual(offers)
})

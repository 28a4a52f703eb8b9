import { expect, test } from 'vitest'
import { placeAt } from '../../../../../../src/main/core/assessment/facts/places'

const landmarks = { roots: ['/home/dev/p', '/tmp/w'], home: '/home/dev', temporary: ['/tmp', '/var/tmp'] }

test.each([
  ['/home/dev/p', 'workspace-root'],
  ['/home/dev/p/a', 'workspace'],
  ['/home/dev/p/.git/hooks/x', 'git'],
  ['/home/dev/p2', 'outside'],
  ['/home/dev', 'home'],
  ['/home', 'above'],
  ['/', 'above'],
  ['/tmp/w/a', 'workspace'],
  ['/tmp/x', 'temporary'],
  ['/tmp', 'above'],
  ['/var/tmp', 'system'],
  ['/etc/passwd', 'system'],
  ['/srv/x', 'system'],
  ['/data/x', 'outside'],
  ['/dev/sda', 'device'],
  ['/dev/null', 'harmless-device'],
  ['/dev/shm/x', 'temporary'],
])('%s: %s', (path, place) => {
  expect(placeAt(path, landmarks)).toBe(place)
})

test.each([
  ['/srv/cdx', '/srv/outside.txt', 'outside'],
  ['/srv/cdx', '/srv/other/outside.txt', 'outside'],
  ['/srv/cdx', '/srv', 'above'],
  ['/opt/team/app', '/opt/team/x', 'outside'],
  ['/opt/team/app', '/opt/vendor/x', 'system'],
  ['/usr/local/src/app', '/usr/local/src/other', 'outside'],
  ['/usr/local/src/app', '/usr/local/bin/x', 'system'],
  ['/var/lib/ci/workspace/app', '/var/lib/ci/workspace/other/x', 'outside'],
  ['/var/lib/ci/workspace/app', '/var/lib/dpkg/status', 'system'],
  ['/var/lib/app', '/var/lib/dpkg/status', 'system'],
  ['/etc/app', '/etc/passwd', 'system'],
  ['/usr/app', '/usr/bin/x', 'system'],
  ['/srv/cdx', '/etc/passwd', 'system'],
])('beside a project at %s, %s is %s', (root, path, place) => {
  expect(placeAt(path, { ...landmarks, roots: [root] })).toBe(place)
})

import { expect, test } from 'vitest'
import { homeStores } from '../../../../../../src/main/core/policy/credential-stores'
import { movedStores } from '../../../../../../src/main/adapters/sandbox-linux/protection/store-variables'

test.each<[name: string, env: NodeJS.ProcessEnv, closed: string[]]>([
  ['a named file', { GOOGLE_APPLICATION_CREDENTIALS: '/data/sa.json' }, ['/data/sa.json']],
  ['several in one', { KUBECONFIG: '/data/a:/data/b' }, ['/data/a', '/data/b']],
  ['what builds need stays open', { CARGO_HOME: '/c' }, ['/c/credentials', '/c/credentials.toml']],
  [
    'other names of the same stores',
    { HEX_HOME: '/h', IRODS_AUTHENTICATION_FILE: '/i', MODAL_CONFIG_PATH: '/m', TRAVIS_CONFIG_PATH: '/t' },
    ['/h/hex.config', '/i', '/m', '/t'],
  ],
  ['dots on the way', { NETRC: '/data/../data/./netrc' }, ['/data/netrc']],
  ['no absolute path', { NETRC: 'netrc', KUBECONFIG: '~/x', HISTFILE: '' }, []],
  ['the kernel', { HISTFILE: '/dev/null', SQLITE_HISTORY: '/proc/self/fd/3' }, []],
  [
    'the home folder, or one around it',
    { GNUPGHOME: '/home/me', PASSWORD_STORE_DIR: '/home', RCLONE_CONFIG: '/' },
    [],
  ],
])('%s', (_, env, closed) => {
  expect(movedStores(env, '/home/me')).toEqual(closed)
})

test('another folder for configuration takes all its stores along', () => {
  const moved = movedStores({ XDG_CONFIG_HOME: '/cfg', XDG_DATA_HOME: '/data' }, '/home/me')
  expect(moved).toEqual(expect.arrayContaining(['/cfg/gcloud', '/cfg/gh/hosts.yml', '/data/keyrings']))
  expect(moved).not.toContain('/cfg')
})

test('every store is one path below the home folder, named once and in no other', () => {
  expect(new Set(homeStores).size).toBe(homeStores.length)
  expect(homeStores.filter((path) => /^\/|^$|\/$|\.\.|\/\//.test(path))).toEqual([])
  expect(homeStores.filter((path) => homeStores.some((other) => path.startsWith(`${other}/`)))).toEqual([])
})

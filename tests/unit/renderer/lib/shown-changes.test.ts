import { expect, test } from 'vitest'
import { shownFiles } from '../../../../src/renderer/lib/shown-changes'

test('a file of a patch is called as the sentence above it calls it: in the folder, beside it, in the home folder, elsewhere', () => {
  const paths = ['/home/me/src/shop/a.js', '/home/me/src/cache/b.json', '/home/me/c', '/etc/d', '/srv/x/e']
  const changes = Object.fromEntries(paths.map((path) => [path, { type: 'add' as const, content: 'x\n' }]))
  const named = (folder: string): string[] =>
    shownFiles(changes, { folder, home: '/home/me' }).map(({ path }) => path)
  expect(named('/home/me/src/shop')).toEqual(['a.js', '~/src/cache/b.json', '~/c', '/etc/d', '/srv/x/e'])
  expect(named('/srv/shop').at(-1)).toBe('../x/e')
})

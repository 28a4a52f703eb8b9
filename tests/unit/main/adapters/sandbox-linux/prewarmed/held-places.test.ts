import { expect, test } from 'vitest'
import { mountsAround } from '../../../../../../src/main/adapters/sandbox-linux/prewarmed/held-places'

const mount = (point: string): string => `36 35 98:0 / ${point} rw,noatime shared:1 - ext4 /dev/sda1 rw`
const list = ['/', '/home', '/home/me/w/in', '/home/me/w2', '/mnt/x', '/a\\040b', '/b\u00c3\u00bc']
  .map(mount)
  .join('\n')
const around = (...paths: string[]): string[] =>
  mountsAround(list, paths)
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')

test('the mounts at, above and below a place are looked at, and no others', () => {
  expect(around('/home/me/w')).toEqual(['/', '/home', '/home/me/w/in'])
  expect(around('/mnt/x', '/home/me/w2')).toEqual(['/', '/home', '/home/me/w2', '/mnt/x'])
})

test('a name with a blank, and one beyond ASCII, is found as the kernel writes it', () => {
  expect(around('/a b/c')).toEqual(['/', '/a\\040b'])
  expect(around('/bü')).toEqual(['/', '/b\u00c3\u00bc'])
})

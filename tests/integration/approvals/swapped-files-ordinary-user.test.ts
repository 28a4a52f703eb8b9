import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeOrdinaryUser } from '../patch/ordinary-user'
import { removeWorlds } from '../patch/patch-world'
import { swappedFilesTests } from './swapped-files'

afterAll(removeWorlds)
beforeAll(becomeOrdinaryUser)

test('these are not run as root', () => {
  expect(process.getuid?.()).not.toBe(0)
})

swappedFilesTests()

import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeOrdinaryUser } from './ordinary-user'
import { partlyApprovedTests } from './partly-approved'
import { removeWorlds } from './patch-world'

afterAll(removeWorlds)
beforeAll(becomeOrdinaryUser)

test('these are not run as root', () => {
  expect(process.getuid?.()).not.toBe(0)
})

partlyApprovedTests()

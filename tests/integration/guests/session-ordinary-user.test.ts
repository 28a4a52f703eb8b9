import { beforeAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { becomeOrdinaryUser } from '../patch/ordinary-user'
import { sessionUsers } from './guest-world'
import { guestSessionTests } from './session-tests'

const chosen = oneBySeed('user of a guest session', sessionUsers)

describe.skipIf(!chosen.includes('ordinary'))('as an ordinary user', () => {
  beforeAll(becomeOrdinaryUser)

  test('these are not run as root', () => {
    expect(process.getuid?.()).not.toBe(0)
  })

  guestSessionTests()
})

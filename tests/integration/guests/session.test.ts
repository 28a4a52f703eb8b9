import { describe } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { sessionUsers } from './guest-world'
import { guestSessionTests } from './session-tests'

const chosen = oneBySeed('user of a guest session', sessionUsers)

describe.skipIf(!chosen.includes('whoever tests'))('as whoever tests', guestSessionTests)

import { afterAll } from 'vitest'
import { partlyApprovedTests } from './partly-approved'
import { removeWorlds } from './patch-world'

afterAll(removeWorlds)

partlyApprovedTests()

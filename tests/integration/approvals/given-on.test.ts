import { afterAll } from 'vitest'
import { removeWorlds } from '../patch/patch-world'
import { givenOnTests } from './given-on'

afterAll(removeWorlds)

givenOnTests()

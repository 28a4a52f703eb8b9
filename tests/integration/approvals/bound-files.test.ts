import { afterAll } from 'vitest'
import { removeWorlds } from '../patch/patch-world'
import { boundFilesTests } from './bound-files'

afterAll(removeWorlds)

boundFilesTests()

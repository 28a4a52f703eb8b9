import { afterAll } from 'vitest'
import { removeWorlds } from '../patch/patch-world'
import { swappedFilesTests } from './swapped-files'

afterAll(removeWorlds)

swappedFilesTests()

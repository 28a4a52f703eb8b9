import { keptPromiseTests } from './kept-promise'

keptPromiseTests()
